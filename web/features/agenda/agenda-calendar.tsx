import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { Agenda, AgendaProfessional } from '#contract/agenda.ts'
import { formatDayRange, formatLongDay } from '#web/platform/formats.ts'
import { localClock } from '#web/platform/local-instants.ts'
import { useNow } from '#web/platform/use-now.ts'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import ChevronRight from '~icons/lucide/chevron-right'
import type { ShowDialog } from './agenda-dialog.ts'
import { type AgendaSearch, type AgendaView, dayView, weekView } from './agenda-search.ts'
import { namesOf, splitAbsent } from './calendar/absent-columns.ts'
import type { CalendarEvents } from './calendar/calendar-events.ts'
import { CalendarGrid } from './calendar/calendar-grid.tsx'
import { type DayColumn, dayColumns } from './calendar/day-columns.ts'
import { DayList } from './calendar/day-list.tsx'
import { WeekMatrix } from './calendar/week-matrix.tsx'
import { useIsWide } from './use-is-wide.ts'

export type AgendaCalendarProps = {
  agenda: Agenda
  dates: readonly string[]
  /** The day that the URL names. */
  selected: string
  view: AgendaView
  professionals: readonly AgendaProfessional[]
  withCancelled: boolean
  /** Shown in one row with the absent professionals: a second row would push hours out of view. */
  notices: ReactNode
  show: ShowDialog
  go: (change: AgendaSearch) => void
}

const noticeRow = 'sticky left-0 flex w-[100cqi] flex-wrap items-center gap-x-4 px-4 sm:px-6'

export function AgendaCalendar({
  agenda,
  dates,
  selected,
  view,
  professionals,
  withCancelled,
  notices,
  show,
  go,
}: AgendaCalendarProps) {
  const isWide = useIsWide()
  const [isAbsentOpen, setAbsentOpen] = useState(false)
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
  // In a week, the list of the selected day starts open.
  const openDate = dates.includes(selected) ? selected : dates[0]
  const label = labelOf({ dates, professionals })

  const hasOneProfessional = professionals.length === 1
  const { present, absent } = useMemo(
    () => (hasOneProfessional ? { present: columns, absent: [] } : splitAbsent(columns)),
    [columns, hasOneProfessional],
  )
  const shownColumns = useMemo(
    () => (isAbsentOpen ? [...present, ...absent] : present),
    [isAbsentOpen, present, absent],
  )

  if (!isWide) {
    return (
      <>
        <div className={noticeRow}>{notices}</div>
        <DayLists {...{ dates, columns, holidays, view, openDate, hasOneProfessional, onOpen, onBook }} />
      </>
    )
  }
  return (
    <>
      <div className={classNames(noticeRow, absent.length > 0 && 'border-b border-line')}>
        {notices}
        {absent.length > 0 && (
          <AbsentRow
            names={namesOf(absent)}
            when={view === weekView ? 'esta semana' : openDate === clock.date ? 'hoy' : 'este día'}
            isOpen={isAbsentOpen}
            onToggle={() => setAbsentOpen(!isAbsentOpen)}
          />
        )}
      </div>
      {shownColumns.length === 0 ? (
        <EmptyState
          drawing="calendar"
          heading="p"
          title={view === weekView ? 'Esta semana no atiende nadie' : 'Este día no atiende nadie'}
        >
          Puedes agendar igual, fuera de horario, con «Nueva cita».
        </EmptyState>
      ) : view === weekView && !hasOneProfessional ? (
        <WeekMatrix {...{ label, dates, columns: shownColumns, holidays, onOpen, onBook, onDay }} today={clock.date} />
      ) : (
        <CalendarGrid
          {...{ label, columns: shownColumns, holidays, onOpen, onBook }}
          headedBy={view === dayView ? 'professional' : 'day'}
          now={clock}
        />
      )}
    </>
  )
}

type DayListsProps = Pick<AgendaCalendarProps, 'dates' | 'view'> &
  CalendarEvents & {
    columns: readonly DayColumn[]
    holidays: ReadonlyMap<string, string>
    openDate: string | undefined
    hasOneProfessional: boolean
  }

function DayLists({ dates, view, columns, holidays, openDate, hasOneProfessional, onOpen, onBook }: DayListsProps) {
  return (
    <div className="sticky left-0 grid w-[100cqi] gap-6 px-4 pt-3 sm:px-6">
      {!hasOneProfessional && <p className="text-sm text-ink-soft">Elige un profesional para ver sus horas libres.</p>}
      {dates.map((date) => (
        <DayList
          key={date}
          date={date}
          columns={columns.filter((column) => column.date === date)}
          holiday={holidays.get(date)}
          heading={view === dayView ? 'none' : hasOneProfessional || date === openDate ? 'open' : 'closed'}
          onOpen={onOpen}
          onBook={onBook}
        />
      ))}
    </div>
  )
}

function labelOf({ dates, professionals }: Pick<AgendaCalendarProps, 'dates' | 'professionals'>): string {
  const [from = '', to = dates.at(-1) ?? ''] = [dates[0], dates.at(-1)]
  const when = dates.length === 1 ? formatLongDay(from) : formatDayRange({ from, to })
  return `Agenda, ${when}${professionals.length === 1 ? `, ${professionals[0]?.name}` : ''}`
}

type AbsentRowProps = {
  names: readonly string[]
  /** «hoy», «este día», «esta semana». */
  when: string
  isOpen: boolean
  onToggle: () => void
}

function AbsentRow({ names, when, isOpen, onToggle }: AbsentRowProps) {
  return (
    <p className="flex min-w-0 items-center gap-2 text-sm text-ink-soft">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="inline-flex min-h-9 shrink-0 items-center gap-1 rounded-control pr-2 font-semibold hover:text-ink pointer-coarse:min-h-11"
      >
        <ChevronRight aria-hidden="true" className={classNames('size-4', isOpen && 'rotate-90')} />
        {`No atienden ${when} (${names.length})`}
      </button>
      <span translate="no" className="truncate">
        {names.join(', ')}
      </span>
    </p>
  )
}
