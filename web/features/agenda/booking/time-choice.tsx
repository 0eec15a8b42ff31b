import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { entryGridMinutes } from '#contract/agenda.ts'
import { dayParts } from '#contract/calendar.ts'
import { useApi } from '#web/platform/api.ts'
import { formatDay, formatTime } from '#web/platform/formats.ts'
import { localClock } from '#web/platform/local-instants.ts'
import { Button } from '#web/ui/button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TimeGrid } from '#web/ui/time-grid.tsx'

export type ChosenTime = { date: string /** `09:30`, or what is typed so far. */; time: string }

export type TimeChoiceProps = {
  centerId: string
  serviceId: string
  value: ChosenTime
  onChange: (value: ChosenTime) => void
  errors: { date?: string | undefined; time?: string | undefined }
  /** An appointment that is being moved: its time counts as free. */
  moving?: string
}

/** A day and a time: typed, or one of those that are free. */
export function TimeChoice({ centerId, serviceId, value, onChange, errors, moving }: TimeChoiceProps) {
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Día"
          type="date"
          required
          value={value.date}
          error={errors.date}
          className="min-w-0 grid-cols-[minmax(0,1fr)]"
          onChange={({ currentTarget }) => onChange({ ...value, date: currentTarget.value })}
        />
        <TextField
          label="Hora"
          type="time"
          required
          step={entryGridMinutes * 60}
          value={value.time}
          error={errors.time}
          className="min-w-0 grid-cols-[minmax(0,1fr)]"
          onChange={({ currentTarget }) => onChange({ ...value, time: currentTarget.value })}
        />
      </div>
      {/^[12]\d{3}-/.test(value.date) && <FreeTimes {...{ centerId, serviceId, value, onChange, moving }} />}
    </div>
  )
}

function FreeTimes({ centerId, serviceId, value, onChange, moving }: Omit<TimeChoiceProps, 'errors'>) {
  const { queries } = useApi()
  const input = { centerId, serviceId, from: value.date, days: 1, ...(moving && { moving }) }
  const asked = useQuery({
    ...queries.agenda.freeTimes.queryOptions({ input }),
    staleTime: 15_000,
    placeholderData: keepPreviousData,
    enabled: serviceId !== '',
  })
  const { data } = asked
  if (!data) {
    return (
      <Pending
        asked={asked}
        loading="Cargando horas libres"
        failed="No se pudieron cargar las horas libres. Puedes escribir la hora igual."
      >
        <Skeleton className="h-26" />
      </Pending>
    )
  }
  const times = data.days.find(({ date }) => date === value.date)?.times ?? []
  if (times.length === 0) {
    const { nextDate } = data
    return (
      <div className="flex flex-wrap items-center gap-3 rounded-card bg-sand px-4 py-3">
        <p className="grow">No quedan horas libres ese día.</p>
        {nextDate !== null && (
          <Button variant="secondary" size="small" onClick={() => onChange({ date: nextDate, time: '' })}>
            {`Próximo día libre: ${formatDay(nextDate)}`}
          </Button>
        )}
      </div>
    )
  }
  return (
    <TimeGrid
      className="grid gap-3"
      groups={Object.entries(dayParts).map(([id, part]) => ({
        id,
        label: part.label,
        times: times
          .filter(({ startsAt }) => {
            const { minute } = localClock(startsAt)
            return minute >= part.fromHour * 60 && minute < part.toHour * 60
          })
          .map(({ startsAt }) => ({ id: formatTime(startsAt), label: formatTime(startsAt) })),
      }))}
      value={value.time}
      onSelect={(time) => onChange({ ...value, time })}
    />
  )
}
