import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { placesOf } from '#contract/places.ts'
import type { FreeTime } from '#web/features/appointments/day-time-picker.tsx'
import { useApi } from '#web/platform/api.ts'
import { formatDay, formatLongMoment, formatMoney } from '#web/platform/formats.ts'
import { addDays, localToday } from '#web/platform/local-days.ts'
import { RowOwnTime, ZoneNote } from '#web/platform/zone-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { dot } from '#web/ui/dot.ts'
import { Pending } from '#web/ui/pending.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { BookFilters } from './what-fields.tsx'

/** As many times as fit into the dialog without hiding the buttons below. */
const shownTimes = 8
const offeredDays = 21

export type FirstTimesProps = {
  filters: BookFilters
  pendingAt: string | undefined
  onSelect: (time: FreeTime) => void
}

/** The earliest free times of a service at any centre, on any day or on a chosen one. */
export function FirstTimes({ filters: { service, place }, pendingAt, onSelect }: FirstTimesProps) {
  const { queries } = useApi()
  const [date, setDate] = useState('')
  const query = useQuery({
    ...queries.centers.search.queryOptions({
      input: {
        service: service as never,
        sort: 'nextTime',
        ...(place === 'online' && { q: 'online' }),
        ...(date && { when: date }),
      },
    }),
    placeholderData: (before) => before,
  })
  const times = (query.data?.items ?? [])
    .filter(({ modalities, takesBookings }) => takesBookings && placesOf(modalities).includes(place))
    .flatMap(({ id, name, offer, nextTimes }) =>
      nextTimes.map((time) => ({ ...time, key: `${id}${time.startsAt}`, name, offer })),
    )
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
    .slice(0, shownTimes)
  return (
    <div className="grid gap-4">
      <SelectField
        label="Día"
        className="sm:max-w-xs"
        value={date}
        options={[{ value: '', label: 'Lo antes posible' }, ...dayOptions()]}
        onChange={(event) => setDate(event.currentTarget.value)}
      />
      {!query.data ? (
        <Pending query={query} loading="Buscando horas libres" failed="No se pudieron cargar los horarios">
          <Skeleton className="h-48" />
        </Pending>
      ) : times.length === 0 ? (
        <p role="status">No hay horas libres para eso. Prueba con otro día, otra modalidad u otro servicio.</p>
      ) : (
        <ZoneNote instants={times.map(({ startsAt }) => startsAt)} className="-mb-2">
          <ul aria-busy={query.isPlaceholderData || undefined} className="grid gap-2">
            {times.map(({ key, name, offer, ...time }) => (
              <li key={key}>
                <Button
                  variant="secondary"
                  wide
                  pending={pendingAt === time.startsAt}
                  disabled={pendingAt !== undefined && pendingAt !== time.startsAt}
                  onClick={() => onSelect(time)}
                >
                  <span className="min-w-0 grow text-left">
                    <span className="block font-semibold first-letter:uppercase">
                      {formatLongMoment(time.startsAt)}
                    </span>
                    <RowOwnTime instant={time.startsAt} className="block text-sm font-normal text-ink-soft" />
                    <span className="block text-sm font-normal text-ink-soft wrap-anywhere">
                      {[name, offer?.name, offer && formatMoney(offer.priceCents)].filter(Boolean).join(dot)}
                    </span>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </ZoneNote>
      )}
    </div>
  )
}

/** The next three weeks without Sundays. */
function dayOptions() {
  const today = localToday()
  return Array.from({ length: offeredDays }, (_, days) => addDays({ date: today, days }))
    .filter((day) => new Date(day).getUTCDay() !== 0)
    .map((day) => ({ value: day, label: formatDay(day) }))
}
