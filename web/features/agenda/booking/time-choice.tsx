import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'

import { deskHorizonMonths } from '#contract/calendar.ts'
import { dayPartTimes } from '#web/features/appointments/day-part-times.ts'
import { useApi } from '#web/platform/api.ts'
import { formatDay, formatTime } from '#web/platform/formats.ts'
import { addMonths, localToday } from '#web/platform/local-days.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { TimeGrid } from '#web/ui/time-grid.tsx'

import type { ChosenTime } from './time-values.ts'

export type TimeChoiceProps = {
  centerId: string
  serviceId: string
  fields: { date: UseFormRegisterReturn; time: UseFormRegisterReturn }
  value: ChosenTime
  /** Called with a pressed free time, or with the next day that has one. */
  onChoose: (value: ChosenTime) => void
  errors: { date?: FieldError; time?: FieldError }
  /** The appointment that is being moved: its own time counts as free. */
  moving?: string
}

/** A day and a time: typed, or chosen from the free ones. */
export function TimeChoice({ fields, errors, ...free }: TimeChoiceProps) {
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-3 cramped:grid-cols-1">
        <DateField
          {...fields.date}
          label="Día"
          required
          error={errors.date?.message}
          className="min-w-0 grid-cols-[minmax(0,1fr)]"
        />
        <TimeField
          {...fields.time}
          label="Hora"
          required
          error={errors.time?.message}
          className="min-w-0 grid-cols-[minmax(0,1fr)]"
        />
      </div>
      {/^[12]\d{3}-/.test(free.value.date) && <FreeTimes {...free} />}
    </div>
  )
}

function FreeTimes({ centerId, serviceId, value, onChoose, moving }: Omit<TimeChoiceProps, 'fields' | 'errors'>) {
  const { queries } = useApi()
  const input = { centerId, serviceId, from: value.date, days: 1, ...(moving && { moving }) }
  const query = useQuery({
    ...queries.agenda.freeTimes.queryOptions({ input }),
    staleTime: 15_000,
    placeholderData: keepPreviousData,
    enabled: serviceId !== '',
  })
  const { data } = query
  if (!data) {
    return (
      <Pending
        query={query}
        loading="Cargando horas libres"
        failed="No se pudieron cargar las horas libres. Puedes escribir la hora igual."
      >
        <Skeleton className="h-26" />
      </Pending>
    )
  }
  const lastDay = addMonths({ date: localToday(), months: deskHorizonMonths })
  if (value.date > lastDay) {
    return <p className="rounded-card bg-sand px-4 py-3">{`Se puede agendar hasta el ${formatDay(lastDay)}.`}</p>
  }
  const times = data.days.find(({ date }) => date === value.date)?.times ?? []
  if (times.length === 0) {
    const { nextDate } = data
    return (
      <div className="flex flex-wrap items-center gap-3 rounded-card bg-sand px-4 py-3">
        <p className="grow">No quedan horas libres ese día.</p>
        {nextDate !== null && (
          <Button variant="secondary" size="small" onClick={() => onChoose({ ...value, date: nextDate })}>
            {`Próximo día libre: ${formatDay(nextDate)}`}
          </Button>
        )}
      </div>
    )
  }
  return (
    <TimeGrid
      className="grid gap-3"
      groups={dayPartTimes(times, formatTime)}
      value={value.time}
      onSelect={(time) => onChoose({ ...value, time })}
    />
  )
}
