import { useCallback, useMemo } from 'react'

import type { Agenda, AgendaProfessional } from '#contract/agenda.ts'
import { formatLongDay } from '#web/platform/formats.ts'
import { formatDayRange } from '#web/platform/local-days.ts'
import { localClock } from '#web/platform/local-instants.ts'

import type { ShowDialog } from './agenda-dialog.ts'
import { type AgendaSearch, type AgendaView, dayView, weekView } from './agenda-search.ts'
import type { CalendarEvents } from './calendar/calendar-events.ts'
import { CalendarGrid } from './calendar/calendar-grid.tsx'
import { dayColumns } from './calendar/day-columns.ts'
import { DayList } from './calendar/day-list.tsx'
import { WeekMatrix } from './calendar/week-matrix.tsx'
import { useIsWide } from './use-is-wide.ts'
import { useNow } from './use-now.ts'

export type AgendaCalendarProps = {
  agenda: Agenda
  dates: readonly string[]
  /** The day that the URL names. */
  selected: string
  view: AgendaView
  professionals: readonly AgendaProfessional[]
  withCancelled: boolean
  show: ShowDialog
  go: (change: AgendaSearch) => void
}

/**
 * The days in the layout that fits: the columns of a day, one professional's week, the whole team's week, or lists on a
 * phone.
 */
export function AgendaCalendar({
  agenda,
  dates,
  selected,
  view,
  professionals,
  withCancelled,
  show,
  go,
}: AgendaCalendarProps) {
  const isWide = useIsWide()
  const now = useNow().getTime()
  const clock = useMemo(() => localClock(new Date(now)), [now])
  const columns = useMemo(
    () => dayColumns({ agenda, dates, professionals, withCancelled, now: new Date(now) }),
    [agenda, dates, professionals, withCancelled, now],
  )
  const holidays = useMemo(() => new Map(agenda.holidays.map(({ date, name }) => [date, name])), [agenda.holidays])
  const onOpen = useCallback<CalendarEvents['onOpen']>((appointment) => show({ kind: 'details', appointment }), [show])
  const onBook = useCallback<CalendarEvents['onBook']>((at) => show({ kind: 'book', at }), [show])
  const onDay = useCallback((date: string) => go({ vista: undefined, fecha: date }), [go])
  // In a week: the day that it was opened with.
  const openDate = dates.includes(selected) ? selected : dates[0]
  const label = labelOf({ dates, professionals })

  if (!isWide) {
    return (
      <div className="grid gap-6">
        {professionals.length > 1 && (
          <p className="text-sm text-ink-soft">Elige un profesional para ver sus horas libres.</p>
        )}
        {dates.map((date) => (
          <DayList
            key={date}
            date={date}
            columns={columns.filter((column) => column.date === date)}
            holiday={holidays.get(date)}
            heading={view === dayView ? 'none' : professionals.length === 1 || date === openDate ? 'open' : 'closed'}
            onOpen={onOpen}
            onBook={onBook}
          />
        ))}
      </div>
    )
  }
  if (view === weekView && professionals.length > 1) {
    return <WeekMatrix {...{ label, dates, columns, holidays, onOpen, onBook, onDay }} today={clock.date} />
  }
  return (
    <CalendarGrid
      {...{ label, columns, holidays, onOpen, onBook }}
      headedBy={view === dayView ? 'professional' : 'day'}
      now={clock}
    />
  )
}

function labelOf({ dates, professionals }: Pick<AgendaCalendarProps, 'dates' | 'professionals'>): string {
  const [from = '', to = dates.at(-1) ?? ''] = [dates[0], dates.at(-1)]
  const when = dates.length === 1 ? formatLongDay(from) : formatDayRange({ from, to })
  return `Agenda, ${when}${professionals.length === 1 ? `, ${professionals[0]?.name}` : ''}`
}
