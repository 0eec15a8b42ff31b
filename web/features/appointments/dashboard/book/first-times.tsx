import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasOneName } from '#contract/center-words.ts'
import { placesOf } from '#contract/places.ts'
import type { FreeTime } from '#web/features/appointments/day-time-picker.tsx'
import { fullAddress } from '#web/features/centers/full-address.ts'
import { placeNote } from '#web/features/centers/place-note.ts'
import { publicName } from '#web/features/centers/public-name.ts'
import { readPoint } from '#web/features/centers/search/centers-search.ts'
import { LocationError, OwnLocation } from '#web/features/centers/search/own-location.tsx'
import { useOwnLocation } from '#web/features/centers/search/use-own-location.ts'
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

/**
 * Free times of a service at any centre, on the first days that have any or on a chosen one. With the patient’s location, the nearest
 * come first.
 */
export function FirstTimes({ filters: { service, place }, pendingAt, onSelect }: FirstTimesProps) {
  const { queries } = useApi()
  const [date, setDate] = useState('')
  const [point, setPoint] = useState<string>()
  const isNearestFirst = place === 'center'
  const location = useOwnLocation({ onLoad: isNearestFirst ? 'askIfGranted' : undefined, onFound: setPoint })
  const from = isNearestFirst && point !== undefined ? readPoint(point) : undefined
  const query = useQuery({
    ...queries.centers.search.queryOptions({
      input: {
        service: service as never,
        ...(from ? { ...from, radiusKm: 0 } : { sort: 'nextTime' as const }),
        ...(place === 'online' && { q: 'online' }),
        ...(date && { when: date }),
      },
    }),
    placeholderData: (before) => before,
  })
  const times = (query.data?.items ?? [])
    .filter(({ modalities, takesBookings }) => takesBookings && placesOf(modalities).includes(place))
    .flatMap(({ nextTimes, ...center }) =>
      nextTimes.map((time) => ({ ...time, key: `${center.id}${time.startsAt}`, center })),
    )
    .toSorted(
      (a, b) => (from ? distanceOf(a.center) - distanceOf(b.center) : 0) || a.startsAt.localeCompare(b.startsAt),
    )
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
      {isNearestFirst && (
        <>
          <OwnLocation location={location} isKnown={from !== undefined} />
          <LocationError location={location} hasPlace={from !== undefined} />
        </>
      )}
      {!query.data ? (
        <Pending query={query} loading="Buscando horas libres" failed="No se pudieron cargar los horarios">
          <Skeleton className="h-48" />
        </Pending>
      ) : times.length === 0 ? (
        <p role="status">No hay horas libres para eso. Prueba con otro día, otra modalidad u otro servicio.</p>
      ) : (
        <ZoneNote instants={times.map(({ startsAt }) => startsAt)} className="-mb-2">
          <ul aria-busy={query.isPlaceholderData || undefined} className="grid gap-2">
            {times.map(({ key, center, ...time }) => (
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
                      {[nameOf(center), center.offer?.name, center.offer && formatMoney(center.offer.priceCents)]
                        .filter(Boolean)
                        .join(dot)}
                    </span>
                    {place === 'center' && (
                      <span className="block text-sm font-normal text-ink-soft wrap-anywhere">
                        {[placeNote(center), fullAddress(center)].filter(Boolean).join(dot)}
                      </span>
                    )}
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

/** Who works alone is named, and not where. */
function nameOf(center: Parameters<typeof publicName>[0]): string {
  const named = publicName(center)
  return hasOneName(named) && named.professionalName ? named.professionalName : named.centerName
}

const distanceOf = ({ distanceMeters }: { distanceMeters: number | null }) => distanceMeters ?? Number.MAX_SAFE_INTEGER

/** The next three weeks without Sundays. */
function dayOptions() {
  const today = localToday()
  return Array.from({ length: offeredDays }, (_, days) => addDays({ date: today, days }))
    .filter((day) => new Date(day).getUTCDay() !== 0)
    .map((day) => ({ value: day, label: formatDay(day) }))
}
