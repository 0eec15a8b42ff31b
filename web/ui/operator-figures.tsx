import { type FigureName, figures } from '#contract/claims.ts'
import { useFigures } from '#web/platform/operator-words.ts'
import { Page } from './page.tsx'

/** A band with the figures that the operator has entered; nothing without any. */
export function OperatorFigures({ names }: { names: readonly FigureName[] }) {
  const figureOf = useFigures()
  const shown = names.filter((name) => figureOf(name) !== undefined)
  if (shown.length === 0) return null
  return (
    <div className="border-t border-line bg-panel">
      <Page className="py-7">
        <dl className="flex flex-wrap gap-x-14 gap-y-6">
          {shown.map((name) => (
            <div key={name} className="flex flex-col-reverse">
              <dt className="text-ink-soft">{figures[name].text}</dt>
              <dd className="font-display text-2xl font-heading">{figureOf(name)}</dd>
            </div>
          ))}
        </dl>
      </Page>
    </div>
  )
}
