import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { placesOf } from '#contract/places.ts'
import { DayTimePicker, type FreeTime } from '#web/features/appointments/day-time-picker.tsx'
import { useApi } from '#web/platform/api.ts'
import { localToday } from '#web/platform/local-days.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { BookFilters } from './what-fields.tsx'

export type CenterTimesProps = {
  filters: BookFilters & { provider: NonNullable<BookFilters['provider']> }
  pendingAt: string | undefined
  onSelect: (time: FreeTime) => void
}

/** The weeks of a known centre or professional, with the free times of the service. */
export function CenterTimes({ filters, pendingAt, onSelect }: CenterTimesProps) {
  const { centerId, professionalId } = filters.provider
  const { queries } = useApi()
  const [date, setDate] = useState<string>()
  const query = useQuery(queries.centers.get.queryOptions({ input: { centerId } }))
  if (!query.data) {
    return (
      <Pending query={query} loading="Cargando horas libres" failed="No se pudieron cargar los horarios">
        <Skeleton className="h-48" />
      </Pending>
    )
  }
  const serviceIds = query.data.professionals
    .filter(
      ({ id, modalities }) =>
        (!professionalId || id === professionalId) && placesOf(modalities).includes(filters.place),
    )
    .flatMap(({ services }) =>
      services.filter(({ serviceType }) => serviceType === filters.service).map(({ id }) => id),
    )
  if (serviceIds.length === 0) {
    return <p role="status">Ahí no ofrecen ese servicio en esa modalidad. Elige otro, o «El primero disponible».</p>
  }
  return (
    <DayTimePicker
      centerId={centerId}
      serviceIds={serviceIds}
      today={localToday()}
      date={date}
      onDateChange={setDate}
      selected={undefined}
      pendingAt={pendingAt}
      onSelect={onSelect}
    />
  )
}
