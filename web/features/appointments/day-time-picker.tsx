import { useQuery } from '@tanstack/react-query'
import { horizonDays } from '#contract/calendar.ts'
import { useApi } from '#web/platform/api.ts'
import { dayMs } from '#web/platform/durations.ts'
import { formatDay, formatDayRange, formatLongDay } from '#web/platform/formats.ts'
import { addDays, mondayOf } from '#web/platform/local-days.ts'
import { ZoneNote } from '#web/platform/zone-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { DayStrip } from '#web/ui/day-strip.tsx'
import { PageDateField } from '#web/ui/page-date-field.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TimeGrid } from '#web/ui/time-grid.tsx'

import { dayPartTimes } from './day-part-times.ts'

export type FreeTime = { startsAt: string; serviceId: string; professionalId: string }

export type DayTimePickerProps = {
  centerId: string
  /** Shows the times that are free for any of these. */
  serviceIds: readonly string[]
  today: string
  /** The local day in view; undefined: the first one with free times. */
  date: string | undefined
  onDateChange: (date: string) => void
  /** The time that the visitor already holds or has booked. */
  selected: string | undefined
  pendingAt: string | undefined
  onSelect: (time: FreeTime) => void
  /** The patient's appointment that is being moved: its own time counts as free. */
  moving?: string
}

const later = (a: string, b: string) => (a > b ? a : b)

export function DayTimePicker(props: DayTimePickerProps) {
  const { today, onDateChange, selected, pendingAt, onSelect } = props
  const lastDay = addDays({ date: today, days: horizonDays })
  const date = bookableDay({ date: props.date, today, lastDay })
  const week = useFreeWeek({ ...props, date })
  const { monday, data, query } = week
  const free = new Map(data?.days.map((day) => [day.date, day.times]))
  // A day without free times is replaced by the first day of the week that has some.
  const hasTimes = (day: string | undefined) => day !== undefined && (free.get(day)?.length ?? 0) > 0
  const shownDate = hasTimes(date) ? date : (data?.days.find((day) => hasTimes(day.date))?.date ?? date)
  const times = shownDate ? (free.get(shownDate) ?? []) : []
  const previous = addDays({ date: monday, days: -7 })
  const next = addDays({ date: monday, days: 7 })

  return (
    <div className="grid gap-5">
      <DayStrip
        legend="Día de la consulta"
        name="day"
        range={formatDayRange({ from: monday, to: addDays({ date: monday, days: 6 }) })}
        days={[0, 1, 2, 3, 4, 5, 6].map((index) => stripDay({ date: addDays({ date: monday, days: index }), free }))}
        value={shownDate}
        onChange={onDateChange}
        {...(monday > today && { onPrevious: () => onDateChange(later(previous, today)) })}
        {...(next <= lastDay && { onNext: () => onDateChange(next) })}
        pending={!data && !query.isError}
      />
      {!data ? (
        <Pending
          query={query}
          loading="Cargando horas libres"
          failed="No se pudieron cargar los horarios"
          className="grid gap-3"
        >
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-26" />
        </Pending>
      ) : times.length > 0 ? (
        <div className="grid gap-4">
          <ZoneNote instants={times.map(({ startsAt }) => startsAt)} />
          {shownDate && <p className="font-semibold first-letter:uppercase">{formatLongDay(shownDate)}</p>}
          <TimeGrid
            groups={dayPartTimes(times)}
            value={selected}
            pendingId={pendingAt}
            onSelect={(startsAt) => {
              const time = times.find((item) => item.startsAt === startsAt)
              if (time) onSelect(time)
            }}
          />
        </div>
      ) : (
        <NothingFree nextDate={data.nextDate} onDateChange={onDateChange} />
      )}
      <PageDateField
        label="Ir a otra fecha"
        min={today}
        max={lastDay}
        value={shownDate ?? ''}
        onDate={onDateChange}
        className="max-w-88"
      />
    </div>
  )
}

/** Undefined for a past day, which an old link may name: the picker then shows the first day with free times. */
function bookableDay({
  date,
  today,
  lastDay,
}: {
  date: string | undefined
  today: string
  lastDay: string
}): string | undefined {
  if (date === undefined || date < today) return undefined
  if (date > lastDay) return lastDay
  return date
}

type Week = { days: { date: string; times: FreeTime[] }[]; nextDate: string | null }

/** The free times of the week in view. Without a chosen day, it skips a full week to the next one with free times. */
function useFreeWeek({ centerId, serviceIds, today, date, moving }: DayTimePickerProps) {
  const { queries } = useApi()
  const weekOf = (day: string) => {
    const monday = mondayOf(day)
    const from = later(monday, today)
    const days = Math.round((Date.parse(addDays({ date: monday, days: 7 })) - Date.parse(from)) / dayMs)
    const input = { centerId, serviceIds: [...serviceIds], from, days, ...(moving && { moving }) }
    return { ...queries.appointments.freeTimes.queryOptions({ input }), staleTime: 15_000 }
  }
  const first = useQuery(weekOf(date ?? today))
  const isFull = first.data?.days.every((day) => day.times.length === 0)
  const jump = date === undefined && isFull ? (first.data?.nextDate ?? undefined) : undefined
  const second = useQuery({ ...weekOf(jump ?? today), enabled: jump !== undefined })
  const query = jump === undefined ? first : second
  return { monday: mondayOf(jump ?? date ?? today), data: query.data as Week | undefined, query }
}

function stripDay({ date, free }: { date: string; free: ReadonlyMap<string, readonly FreeTime[]> }) {
  const [weekday = '', day = ''] = formatDay(date).split(' ')
  return { id: date, weekday, day, label: formatLongDay(date), free: free.get(date)?.length ?? 0 }
}

function NothingFree({ nextDate, onDateChange }: { nextDate: string | null; onDateChange: (date: string) => void }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-card bg-sand px-4 py-4">
      <p>
        No hay horas libres esta semana.
        {nextDate === null && ' Prueba con otro profesional o vuelve más adelante.'}
      </p>
      {nextDate !== null && (
        <Button variant="secondary" onClick={() => onDateChange(nextDate)}>
          {`Próximo día libre: ${formatDay(nextDate)}`}
        </Button>
      )}
    </div>
  )
}
