import type { DayColumn, Span } from './day-columns.ts'
import { placeOf } from './place-of.ts'

export type ColumnGroundProps = { column: DayColumn; index: number; start: number; end: number }

/** What lies under the cells: the hours of work, the lines of the clock, and who is away. Said by the column's head, too. */
export function ColumnGround({ column, index, start, end }: ColumnGroundProps) {
  const place = (span: Span) => placeOf({ ...span, from: start, column: index + 1 })
  const off = column.off
    .map((each) => ({ ...each, start: Math.max(each.start, start), end: Math.min(each.end, end) }))
    .filter((each) => each.start < each.end)
  return (
    <>
      <div aria-hidden="true" className="calendar-column" style={place({ start, end })} />
      {column.working.map((span) => (
        <div key={span.start} aria-hidden="true" className="calendar-working" style={place(span)} />
      ))}
      <div aria-hidden="true" className="calendar-lines" style={place({ start, end })} />
      {off.map(({ id, reason, ...span }) => (
        <div key={id} aria-hidden="true" className="calendar-off p-1.5 text-sm text-ink-soft" style={place(span)}>
          <span className="sticky top-20 inline-block rounded-[0.375rem] bg-panel px-1.5 py-0.5">
            {reason || 'No atiende'}
          </span>
        </div>
      ))}
    </>
  )
}
