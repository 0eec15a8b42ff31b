import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { approximatePlace, mapUrl } from '#contract/directions.ts'
import type { MapPoint } from '#contract/map.ts'
import { useApi } from '#web/platform/api.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { ZoneNote } from '#web/platform/zone-note.tsx'
import { Card } from '#web/ui/card.tsx'
import { dot } from '#web/ui/dot.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import X from '~icons/lucide/x'

import { CardTimes } from '../card-times.tsx'
import { fullAddress } from '../full-address.ts'
import { foundOn } from '../profile/profile-search.ts'
import type { CenterResults, ResultCard } from '../search/center-results.ts'
import type { CentersSearch } from '../search/centers-search.ts'
import { TeamPicture } from '../team-picture.tsx'
import { oneResult } from './map-results.ts'

type MapCardProps = {
  /** Several ids when no zoom level separates their markers. */
  centerIds: readonly string[]
  byKeyboard: boolean
  points: readonly MapPoint[]
  search: CentersSearch
  results: CenterResults | undefined
  today: string
  onClose: () => void
}

export function MapCard({ centerIds, byKeyboard, points, search, results, today, onClose }: MapCardProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (byKeyboard) frame.current?.focus()
  }, [byKeyboard])
  const [firstId = '', ...others] = centerIds
  return (
    <div className="absolute inset-x-3 bottom-8 flex justify-center">
      <Card
        ref={frame}
        look="floating"
        padding="none"
        role="group"
        aria-label={others.length > 0 ? `${centerIds.length} centros en este lugar` : 'Centro elegido en el mapa'}
        tabIndex={-1}
        className="relative w-full max-w-md animate-rise p-3 pr-12"
      >
        <div className="absolute top-1 right-1">
          <IconButton label="Cerrar" icon={<X aria-hidden="true" className="size-5" />} onClick={onClose} />
        </div>
        {others.length > 0 ? (
          <SamePlace centers={points.filter(({ id }) => centerIds.includes(id))} />
        ) : (
          <OneCenter key={firstId} centerId={firstId} points={points} search={search} results={results} today={today} />
        )}
      </Card>
    </div>
  )
}

type OneCenterProps = Pick<MapCardProps, 'points' | 'search' | 'results' | 'today'> & { centerId: string }

/** The centre's result, from the list, or from the same search limited to this centre. */
function OneCenter({ centerId, points, search, results, today }: OneCenterProps) {
  const tools = useApi()
  const listed = results?.items.find(({ id }) => id === centerId)
  const query = useQuery({ ...oneResult({ ...tools, search, centerId }), enabled: listed === undefined })
  const center = listed ?? query.data
  if (center) return <Summary center={center} point={points.find(({ id }) => id === centerId)} today={today} />
  if (query.isPending) {
    return (
      <div className="grid grid-cols-[4.5rem_1fr] gap-3">
        <Skeleton className="size-18" />
        <div className="grid content-start gap-2">
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      </div>
    )
  }
  return <p className="py-2 text-sm">Este centro ya no está disponible en esta búsqueda.</p>
}

type SummaryProps = { center: ResultCard; point: MapPoint | undefined; today: string }

function Summary({ center, point, today }: SummaryProps) {
  return (
    <div className="grid grid-cols-[4.5rem_1fr] gap-x-3 gap-y-2.5">
      <TeamPicture center={center} shape="square" eager className="size-18 rounded-control" />
      <div className="grid min-w-0 content-start gap-0.5">
        <Link
          to="/centers/$centerId"
          params={{ centerId: center.id }}
          search={foundOn(center)}
          className="rounded-control leading-snug font-semibold underline-offset-4 hover:text-action hover:underline"
        >
          {center.name}
        </Link>
        <Stars rating={center.rating} reviewCount={center.totalReviews} compact />
        <p className="truncate text-sm text-ink-soft">
          {center.pinPrecision === 'approximate' && approximatePlace + dot}
          {[center.neighborhood ?? center.department, center.address].filter(Boolean).join(', ')}
        </p>
      </div>
      {/* Wider screens show the list with its note beside the map. */}
      <a
        href={mapUrl({
          latitude: point?.latitude ?? null,
          longitude: point?.longitude ?? null,
          pinPrecision: point ? center.pinPrecision : 'none',
          address: fullAddress(center),
        })}
        rel="noopener"
        target="_blank"
        className="link col-span-2 inline-flex min-h-11 items-center text-sm font-semibold"
      >
        Abrir en el mapa
      </a>
      <ZoneNote instants={center.nextTimes.map(({ startsAt }) => startsAt)} className="order-last col-span-2 lg:hidden">
        <CardTimes center={center} today={today} className="col-span-2 -mr-9" />
      </ZoneNote>
    </div>
  )
}

function SamePlace({ centers }: { centers: readonly MapPoint[] }) {
  return (
    <ul className="grid max-h-60 divide-y divide-line overflow-y-auto">
      {centers.map(({ id, name, priceCents, isExact }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Link
            to="/centers/$centerId"
            params={{ centerId: id }}
            className="link inline-flex min-h-11 items-center font-semibold"
          >
            {name}
          </Link>
          <span className="text-sm">
            {[!isExact && approximatePlace, priceCents !== null && formatMoney(priceCents)].filter(Boolean).join(dot)}
          </span>
        </li>
      ))}
    </ul>
  )
}
