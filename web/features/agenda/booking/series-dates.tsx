import { formatLongMoment, formatTime } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import Check from '~icons/lucide/check'
import CircleAlert from '~icons/lucide/circle-alert'
import Minus from '~icons/lucide/minus'

import { type SeriesPlan, type SeriesRow, timesLeft } from './series-plan.ts'
import { dateProblem } from './series-words.ts'
import type { Series } from './use-series.ts'

type DatesProps = { series: Series; plan: SeriesPlan; durationMinutes: number }

/** Marks the first control of a date that is still to be resolved, which a refused submission focuses. */
export const toResolve = 'data-to-resolve'

/** Every date of a series, each free, resolved or with what stands in its way and the ways out. */
export function SeriesDates({ series, plan, durationMinutes }: DatesProps) {
  return (
    <section className="grid gap-2" aria-label="Fechas de la serie">
      <p role="status" className={classNames('font-semibold', plan.open > 0 && 'text-amber')}>
        {summaryOf(plan)}
      </p>
      <ol className="grid gap-1.5">
        {plan.rows.map((row) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of its buttons
          <li
            key={row.date.startsAt}
            // A pressed way out disappears, and the keyboard goes on with what is next.
            onClick={({ currentTarget }) => focusNext(currentTarget)}
            onChange={({ currentTarget }) => focusNext(currentTarget)}
            className={classNames('grid gap-2 rounded-control px-3 py-2', row.isOpen ? 'bg-amber-soft' : 'bg-sand')}
          >
            <DateLine row={row} series={series} />
            {row.isOpen && <WaysOut row={row} series={series} plan={plan} durationMinutes={durationMinutes} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Once the pressed control is gone: the first control of this date, else of the next one to be resolved, else the button that books. */
function focusNext(item: HTMLElement) {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const items = [...(item.parentElement?.children ?? [])]
    const turn = items.indexOf(item)
    const open = [...items.slice(turn), ...items.slice(0, turn)].flatMap(
      (each) => each.querySelector<HTMLElement>(`[${toResolve}]`) ?? [],
    )
    const submit = [...(item.closest('form')?.elements ?? [])].find((each) => each.matches('[type=submit]'))
    const next = open[0] ?? submit
    if (next instanceof HTMLElement) next.focus()
  })
}

function summaryOf({ starts, open, skipped }: SeriesPlan): string {
  const left = skipped > 0 ? `, ${skipped} ${skipped === 1 ? 'salteada' : 'salteadas'}` : ''
  if (open === 0) return `${starts.length} ${starts.length === 1 ? 'fecha lista' : 'fechas listas'}${left}`
  return `${starts.length} ${starts.length === 1 ? 'lista' : 'listas'}, ${open} por resolver${left}`
}

function DateLine({ row, series }: { row: SeriesRow; series: Series }) {
  const { date, resolution, isOpen } = row
  const when = formatLongMoment(date.startsAt)
  const Icon = isOpen ? CircleAlert : resolution?.kind === 'skip' ? Minus : Check
  return (
    <div className="flex items-center gap-3">
      <Icon aria-hidden="true" className={classNames('size-5 shrink-0', isOpen ? 'text-amber' : 'text-ink-soft')} />
      <div className="min-w-0 grow">
        <p className={classNames('first-letter:uppercase', isReplaced(row) && 'text-ink-soft line-through')}>{when}</p>
        {noteOf(row) && <p className="text-sm wrap-anywhere">{noteOf(row)}</p>}
      </div>
      {!isOpen && (
        <Button
          variant="quiet"
          size="small"
          aria-label={`${resolution ? 'Deshacer' : 'Saltear'}: ${when}`}
          onClick={() => (resolution ? series.undo(date.startsAt) : series.resolve(date.startsAt, { kind: 'skip' }))}
        >
          {resolution ? 'Deshacer' : 'Saltear'}
        </Button>
      )}
    </div>
  )
}

const isReplaced = ({ resolution }: SeriesRow) => resolution?.kind === 'skip' || resolution?.kind === 'move'

function noteOf({ date, resolution, isOpen }: SeriesRow): string | undefined {
  if (resolution?.kind === 'move') return `Pasa al ${formatLongMoment(resolution.startsAt)}`
  if (resolution?.kind === 'skip') return 'Se saltea'
  if (resolution?.kind === 'insist') return `Se agenda igual. ${dateProblem(date) ?? ''}`
  if (isOpen) return dateProblem(date)
  return date.isLastOfMonth ? 'El mes es más corto: es su último día' : undefined
}

function WaysOut({ row, series, plan, durationMinutes }: DatesProps & { row: SeriesRow }) {
  const { date } = row
  const { nearest, freeTimes } = timesLeft({ plan, row, durationMinutes })
  const when = formatLongMoment(date.startsAt)
  const move = (startsAt: string) => series.resolve(date.startsAt, { kind: 'move', startsAt })
  const first = { [toResolve]: true }
  return (
    <fieldset className="flex flex-wrap items-center gap-2 pl-8 cramped:pl-0">
      <legend className="sr-only">{when}</legend>
      {nearest && (
        <Button {...first} variant="secondary" size="small" onClick={() => move(nearest)}>
          {`Pasar al ${formatLongMoment(nearest)}`}
        </Button>
      )}
      {freeTimes.length > 0 && (
        <SelectField
          label={`Otra hora de ese día: ${when}`}
          labelHidden
          value=""
          placeholder="Otra hora de ese día"
          onChange={({ currentTarget }) => currentTarget.value && move(currentTarget.value)}
          options={freeTimes.map((time) => ({ value: time, label: formatTime(time) }))}
          className="w-56"
        />
      )}
      {date.conflict?.canInsist && (
        <Button variant="secondary" size="small" onClick={() => series.resolve(date.startsAt, { kind: 'insist' })}>
          Agendar igual
        </Button>
      )}
      <Button
        {...(nearest ? {} : first)}
        variant="secondary"
        size="small"
        onClick={() => series.resolve(date.startsAt, { kind: 'skip' })}
      >
        Saltear
      </Button>
      <Button variant="secondary" size="small" onClick={() => series.append(date.startsAt)}>
        Saltear y agregar una al final
      </Button>
    </fieldset>
  )
}
