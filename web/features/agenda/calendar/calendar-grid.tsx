import { type CSSProperties, memo, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { scrollAreaOf } from '#web/features/work/scroll-area.ts'
import { clockText } from '#web/platform/clock-text.ts'
import { formatDay, formatLongDay } from '#web/platform/formats.ts'
import { AppointmentCard } from './appointment-card.tsx'
import type { CalendarEvents } from './calendar-events.ts'
import './calendar.css'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ProfessionalMark } from '../professional-mark.tsx'
import { type Card, type DayColumn, hoursAround, type Span } from './day-columns.ts'
import { Cell, ColumnHeader, Row, RowHeader } from './grid-parts.tsx'
import { useGridFocus } from './use-grid-focus.ts'

export type CalendarGridProps = CalendarEvents & {
  label: string
  columns: readonly DayColumn[]
  headedBy: 'professional' | 'day'
  holidays: ReadonlyMap<string, string>
  now: { date: string; minute: number }
}

const rowMinutes = 30

/** A day or a week as columns of time: the vertical position is the time of day. */
export const CalendarGrid = memo(function CalendarGrid(props: CalendarGridProps) {
  const { label, columns, headedBy, holidays, now, onOpen, onBook } = props
  const { start, end } = useMemo(() => hoursAround(columns), [columns])
  const rows = useMemo(() => gridRows({ columns, start, end }), [columns, start, end])
  const today = columns.findIndex(({ date }) => date === now.date)
  const { register, onFocus, onKeyDown } = useGridFocus({
    startAt: today < 0 ? undefined : { column: today, minute: now.minute },
  })
  const container = useScrollToNow({
    isToday: today >= 0,
    share: (now.minute - start) / (end - start),
    firstDate: columns[0]?.date,
  })
  const size = { '--columns': columns.length, '--rows': (end - start) / 5 } as CSSProperties

  return (
    <div ref={container}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table can't be laid out by the clock */}
      <div
        role="grid"
        aria-label={label}
        aria-colcount={columns.length + 1}
        aria-rowcount={rows.length + 1}
        className="calendar"
        style={size}
        ref={register}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        tabIndex={-1}
      >
        <Row>
          <ColumnHeader className="sticky top-0 left-0 z-30 border-b border-line bg-panel">
            <span className="sr-only">Hora</span>
          </ColumnHeader>
          {columns.map((column) => (
            <ColumnHead
              key={column.id}
              column={column}
              headedBy={headedBy}
              isToday={column.date === now.date}
              holiday={holidays.get(column.date)}
            />
          ))}
        </Row>
        {columns.map((column, index) => (
          <ColumnGround key={column.id} {...{ column, index, start, end }} />
        ))}
        {rows.map((row, index) => (
          <GridRow key={row.minute} {...{ row, start, headedBy, onOpen, onBook }} aria-rowindex={index + 2} />
        ))}
        {today >= 0 && now.minute >= start && now.minute < end && (
          <NowLine
            style={{
              ...placeOf({ start: now.minute, end: now.minute, from: start, column: today + 1 }),
              ...(headedBy === 'professional' && { gridColumn: '2 / -1' }),
            }}
          />
        )}
      </div>
    </div>
  )
})

type RowContent = { minute: number; cells: { column: DayColumn; index: number; cards: Card[]; free: Span[] }[] }

/** Half-hour rows with the appointments and free times that begin in each. A column without either has no cell there. */
function gridRows({
  columns,
  start,
  end,
}: {
  columns: readonly DayColumn[]
  start: number
  end: number
}): RowContent[] {
  return Array.from({ length: (end - start) / rowMinutes }, (_, row) => {
    const minute = start + row * rowMinutes
    const startsInRow = (span: Span) => span.start >= minute && span.start < minute + rowMinutes
    const cells = columns.map((column, index) => ({
      column,
      index,
      cards: column.cards.filter(startsInRow),
      free: column.free.filter(startsInRow),
    }))
    return { minute, cells: cells.filter(({ cards, free }) => cards.length + free.length > 0) }
  })
}

type GridRowProps = Pick<CalendarGridProps, 'headedBy' | 'onOpen' | 'onBook'> & { row: RowContent; start: number }

function GridRow({ row, start, headedBy, onOpen, onBook, ...rowProps }: GridRowProps & { 'aria-rowindex': number }) {
  return (
    <Row {...rowProps}>
      <RowHeader
        style={placeOf({ start: row.minute, end: row.minute + rowMinutes, from: start, column: 0 })}
        className="sticky left-0 z-20 bg-panel pr-2 text-right text-sm leading-5 text-ink-soft tabular-nums"
      >
        <span className={hourClass({ minute: row.minute, start })}>{clockText(row.minute)}</span>
      </RowHeader>
      {row.cells.map(({ column, index: position, cards, free }) => (
        <Cell key={column.id} aria-colindex={position + 2}>
          {free.map((piece) => (
            <FreeTime key={piece.start} {...{ column, position, piece, start, headedBy, onBook }} />
          ))}
          {cards.map((card) => (
            <AppointmentCard
              key={card.appointment.id}
              appointment={card.appointment}
              statusStyle={card.statusStyle}
              lines={linesOf(card)}
              tabIndex={-1}
              data-cell={card.appointment.id}
              data-column={position}
              data-minute={card.start}
              onClick={() => onOpen(card.appointment)}
              style={cardPlace({ card, from: start, column: position + 1 })}
              className="calendar-card z-2 my-px focus-visible:-outline-offset-2"
            />
          ))}
        </Cell>
      ))}
    </Row>
  )
}

function FreeTime({
  column,
  position,
  piece,
  start,
  headedBy,
  onBook,
}: Omit<GridRowProps, 'row' | 'onOpen'> & { column: DayColumn; position: number; piece: Span }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      data-cell={`${column.id}/${piece.start}`}
      data-column={position}
      data-minute={piece.start}
      onClick={() => onBook({ professionalId: column.professional.id, date: column.date, minute: piece.start })}
      aria-label={freeLabel({ column, minute: piece.start, headedBy })}
      style={placeOf({ ...piece, from: start, column: position + 1 })}
      className="calendar-free z-1"
    >
      {`+ ${clockText(piece.start)}`}
    </button>
  )
}

function cardPlace({ card, from, column }: { card: Card; from: number; column: number }): CSSProperties {
  return { ...placeOf({ ...card, from, column }), '--lane': card.lane, '--lanes': card.lanes } as CSSProperties
}

function linesOf({ start, end }: Span): 1 | 2 | 3 {
  if (end - start < 30) return 1
  return end - start < 45 ? 2 : 3
}

/** Hour labels sit on their line; the first one sits below it, as the header would hide it. */
function hourClass({ minute, start }: { minute: number; start: number }): string {
  if (minute % 60 !== 0) return 'sr-only'
  return minute === start ? '' : 'relative -top-2.5'
}

function freeLabel({
  headedBy,
  column,
  minute,
}: {
  column: DayColumn
  minute: number
  headedBy: 'professional' | 'day'
}): string {
  const where = headedBy === 'day' ? formatLongDay(column.date) : column.professional.name
  return `Libre ${clockText(minute)}, ${where}`
}

/** Scrolls to the current time when the grid shows another day, but not as time passes. */
function useScrollToNow({
  isToday,
  share,
  firstDate,
}: {
  isToday: boolean
  share: number
  firstDate: string | undefined
}) {
  const container = useRef<HTMLDivElement>(null)
  const scroll = useEffectEvent(() => {
    const { current: box } = container
    const area = box && scrollAreaOf(box)
    if (!area || !isToday || share < 0 || share > 1) return
    area.scrollTop = box.offsetTop + share * box.offsetHeight - area.clientHeight / 3
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day that is shown is what matters
  useEffect(() => scroll(), [firstDate, isToday])
  return container
}

type ColumnGroundProps = { column: DayColumn; index: number; start: number; end: number }

/** The background of a column: working hours, hour lines and absences. The column's header contains the same in text. */
function ColumnGround({ column, index, start, end }: ColumnGroundProps) {
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

/** The current time, drawn beneath the cards so that it crosses no name. */
function NowLine({ style }: { style: CSSProperties }) {
  return (
    <div aria-hidden="true" className="calendar-now z-1" style={style}>
      <span className="absolute -mt-[0.3125rem] -ml-1 size-2 rounded-full bg-clay" />
    </div>
  )
}

/** The grid position of a span; the grid begins at the minute `from`. Column 0 holds the hour labels. */
function placeOf({ start, end, from, column }: Span & { from: number; column: number }): CSSProperties {
  // The first row is the header.
  const line = (minute: number) => Math.round((minute - from) / 5) + 2
  return { gridColumn: column + 1, gridRow: `${line(start)} / ${Math.max(line(end), line(start) + 1)}` }
}

type ColumnHeadProps = {
  column: DayColumn
  headedBy: 'professional' | 'day'
  isToday: boolean
  holiday: string | undefined
}

function ColumnHead({ column, headedBy, isToday, holiday }: ColumnHeadProps) {
  const { professional, mark, date, off } = column
  const [weekday, day] = formatDay(date).split(' ')
  const absenceText = off.map(({ reason }) => reason || 'No atiende').join(', ')
  return (
    <ColumnHeader className="sticky top-0 z-20 flex min-w-0 items-center gap-2 border-b border-l border-line bg-panel px-2 py-1.5 text-sm">
      {headedBy === 'professional' ? (
        <>
          <Avatar name={professional.name} src={professional.photoUrl} size="small" className="size-7 text-sm" />
          <span translate="no" className="line-clamp-2 min-w-0 leading-tight font-semibold">
            {professional.name}
          </span>
          <ProfessionalMark mark={mark} className="absolute inset-x-0 -bottom-px h-[3px]" />
        </>
      ) : (
        <span className="grid min-w-0">
          <span className="sr-only">{formatLongDay(date)}</span>
          <span aria-hidden="true" className={classNames('flex items-baseline gap-1.5', isToday && 'text-action')}>
            <span className="first-letter:uppercase">{weekday}</span>
            <span className="text-lg font-semibold tabular-nums">{day}</span>
            {isToday && <span className="font-medium">hoy</span>}
          </span>
          {holiday && <span className="truncate text-clay-strong">{holiday}</span>}
        </span>
      )}
      {absenceText && <span className="sr-only">{`No atiende: ${absenceText}`}</span>}
    </ColumnHeader>
  )
}
