import { Page } from './page.tsx'

export type FiguresProps = { figures: readonly { value: string; text: string }[] }

/** A band with a few large figures; nothing without any. */
export function Figures({ figures }: FiguresProps) {
  if (figures.length === 0) return null
  return (
    <div className="border-t border-line bg-panel">
      <Page className="py-7">
        <dl className="flex flex-wrap gap-x-14 gap-y-6">
          {figures.map((figure) => (
            <div key={figure.text} className="flex flex-col-reverse">
              <dt className="text-ink-soft">{figure.text}</dt>
              <dd className="font-display text-2xl font-heading">{figure.value}</dd>
            </div>
          ))}
        </dl>
      </Page>
    </div>
  )
}
