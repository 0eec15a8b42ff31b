import { type CSSProperties, memo } from 'react'

import { type Place, placeLabels } from '#contract/places.ts'
import { clockText } from '#web/platform/clock-text.ts'
import { formatDay, formatLongDay } from '#web/platform/formats.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { cellName } from '../appointment-style.ts'
import type { DayColumn } from './day-columns.ts'
import './calendar.css'
import { ProfessionalMark } from '../professional-mark.tsx'
import type { CalendarEvents } from './calendar-events.ts'
import { Mark, PlaceMark, provisionalWord } from './marks.tsx'
import { useGridFocus } from './use-grid-focus.ts'

export type WeekMatrixProps = CalendarEvents & {
  label: string
  dates: readonly string[]
  columns: readonly DayColumn[]
  holidays: ReadonlyMap<string, string>
  today: string
  onDay: (date: string) => void
}

/** The team's week: a row per professional, a cell per day with its appointments and the number of free times. */
export const WeekMatrix = memo(function WeekMatrix(props: WeekMatrixProps) {
  const { label, dates, columns, holidays, today, onDay, onOpen, onBook } = props
  const { register, onFocus, onKeyDown } = useGridFocus({
    startAt: { column: Math.max(0, dates.indexOf(today)), minute: 0 },
  })
  const rows = byProfessional(columns)
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its boxes hold buttons that arrows go between
      role="grid"
      aria-label={label}
      ref={register}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      className="w-full min-w-[60rem] table-fixed border-separate border-spacing-0 border-b border-line bg-panel text-sm"
    >
      <thead>
        <tr>
          <th scope="col" className="sticky top-0 left-0 z-20 w-36 border-b border-line bg-panel">
            <span className="sr-only">Profesional</span>
          </th>
          {dates.map((date, index) => (
            <th
              key={date}
              scope="col"
              className="sticky top-0 z-10 border-b border-l border-line bg-panel p-0.5 text-left font-normal"
            >
              <DayButton {...{ date, today, column: index, holiday: holidays.get(date), onDay }} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([professional, days], row) => (
          <tr key={professional.id}>
            <th scope="row" className="sticky left-0 z-10 border-b border-line bg-panel px-2 py-2 text-left align-top">
              <ProfessionalMark mark={days[0]?.mark ?? 0} className="absolute inset-y-0 left-0 w-[3px]" />
              <span className="flex items-center gap-2">
                <Avatar name={professional.name} src={professional.photoUrl} size="small" className="size-7 text-sm" />
                <span translate="no" className="min-w-0 wrap-anywhere">
                  {professional.name}
                </span>
              </span>
            </th>
            {days.map((day, column) => (
              <td
                key={day.id}
                className={classNames(
                  'border-b border-l border-line p-1 align-top',
                  day.working.length === 0 ? 'bg-(--agenda-closed)' : 'bg-(--agenda-open)',
                )}
              >
                <DayBox day={day} column={column} row={row} onOpen={onOpen} onBook={onBook} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
})

type BoxProps = CalendarEvents & { day: DayColumn; column: number; row: number }

/** Encodes row and minute in one number, so that arrow keys move from row to row; a day has fewer than 10 000 minutes. */
const minuteOf = (row: number, minute: number) => (row + 1) * 10_000 + minute
/** Puts the button of the free times after all appointments of the day. */
const afterAppointments = 9000

function DayBox({ day, column, row, onOpen, onBook }: BoxProps) {
  const { cards, free, off, professional, date } = day
  const lines = cards.length + Math.min(1, free.length)
  return (
    <div className="calendar-box" style={{ '--lines': lines, '--off': Math.min(1, off.length) } as CSSProperties}>
      {off.length > 0 && (
        <p className="calendar-off truncate rounded-[0.375rem] px-1.5 text-ink-soft">
          <span className="bg-panel px-1">{off[0]?.reason || 'No atiende'}</span>
        </p>
      )}
      {[...cards]
        .sort((a, b) => a.start - b.start)
        .map(({ appointment, statusStyle, start }) => {
          const { id, word, card } = statusStyle
          const { place = 'center', isCollected, isProvisional } = appointment
          const unproven = isProvisional ? `, ${provisionalWord.toLowerCase()}` : ''
          const line = `${clockText(start)} ${cellName(appointment)}`
          return (
            <button
              key={appointment.id}
              type="button"
              tabIndex={-1}
              data-cell={appointment.id}
              data-column={column}
              data-minute={minuteOf(row, start)}
              onClick={() => onOpen(appointment)}
              aria-label={`${line}, ${word}${placeText(place)}${isCollected ? ', cobrado' : ''}${unproven}`}
              title={`${word}${unproven} · ${appointment.service}`}
              className={classNames('calendar-line', card)}
            >
              <span translate="no" className="grow truncate">
                {line}
              </span>
              <PlaceMark place={place} />
              {isCollected && <Mark of="collected" />}
              {isProvisional && <Mark of="provisional" />}
              <Mark of={id} />
            </button>
          )
        })}
      {free.length > 0 && (
        <button
          type="button"
          tabIndex={-1}
          data-cell={`${day.id}/free`}
          data-column={column}
          data-minute={minuteOf(row, afterAppointments)}
          onClick={() => onBook({ professionalId: professional.id, date })}
          aria-label={`${freeText(free.length)} con ${professional.name}, ${formatLongDay(date)}: agendar`}
          className="calendar-line border-transparent text-action hover:bg-action-soft"
        >
          {`+ ${freeText(free.length)}`}
        </button>
      )}
    </div>
  )
}

const placeText = (place: Place) => (place === 'center' ? '' : `, ${placeLabels[place].toLowerCase()}`)
const freeText = (count: number) => (count === 1 ? '1 libre' : `${count} libres`)

type DayButtonProps = {
  date: string
  today: string
  column: number
  holiday: string | undefined
  onDay: (date: string) => void
}

function DayButton({ date, today, column, holiday, onDay }: DayButtonProps) {
  const [weekday, day] = formatDay(date).split(' ')
  return (
    <button
      type="button"
      tabIndex={-1}
      data-cell={date}
      data-column={column}
      data-minute={0}
      onClick={() => onDay(date)}
      className={classNames(
        'grid w-full rounded-control px-1.5 py-1 text-left hover:bg-action-soft focus-visible:-outline-offset-2',
        date === today && 'text-action',
      )}
    >
      <span className="sr-only">{`Ver el ${formatLongDay(date)}`}</span>
      <span aria-hidden="true" className="flex items-baseline gap-1.5">
        <span className="first-letter:uppercase">{weekday}</span>
        <span className="text-lg font-semibold tabular-nums">{day}</span>
        {date === today && <span className="font-medium">hoy</span>}
      </span>
      {holiday && <span className="truncate text-clay-strong">{holiday}</span>}
    </button>
  )
}

function byProfessional(columns: readonly DayColumn[]) {
  const rows = new Map<string, [DayColumn['professional'], DayColumn[]]>()
  for (const column of columns) {
    const row = rows.get(column.professional.id)
    if (row) row[1].push(column)
    else rows.set(column.professional.id, [column.professional, [column]])
  }
  return [...rows.values()]
}
