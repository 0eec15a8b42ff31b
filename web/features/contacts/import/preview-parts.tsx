import type { ReactNode } from 'react'
import { formatCount } from '#web/platform/formats.ts'

/** A name between words that are translated. */
export const Name = ({ before, name, after = '' }: { before: string; name: string; after?: string }) => (
  <>
    {before}
    <span translate="no">{name}</span>
    {after}
  </>
)

export function Figure({ label, count }: { label: string; count: number }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="text-xl font-semibold tabular-nums">{formatCount(count)}</dd>
    </div>
  )
}

const shownLines = 100

type LinesProps = {
  title: string
  note: string
  items: readonly { line: number; text: ReactNode }[]
  extra?: ReactNode
}

/** A list of the file's lines that opens on a press. `extra` stands before the lines. */
export function Lines({ title, note, items, extra }: LinesProps) {
  if (items.length === 0) return null
  const more = items.length - shownLines
  return (
    <details className="rounded-card border border-line px-4 py-1">
      <summary className="min-h-11 content-center font-medium">{`${title} (${formatCount(items.length)})`}</summary>
      <p className="text-sm text-ink-soft">{note}</p>
      {extra}
      <ul className="grid gap-1 py-2">
        {items.slice(0, shownLines).map(({ line, text }) => (
          <li key={line} className="wrap-anywhere">
            {`Línea ${line}: `}
            {text}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="pb-2 text-ink-soft">{more === 1 ? 'Y 1 línea más.' : `Y ${formatCount(more)} líneas más.`}</p>
      )}
    </details>
  )
}
