import { Link } from '@tanstack/react-router'
import MapPin from 'lucide-react/icons/map-pin'

import { formatDistance, formatTime } from '#web/platform/formats.ts'
import { formatNearDay, localMoment } from '#web/platform/local-days.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { dot } from '#web/ui/dot.ts'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { timeButtonClass } from '#web/ui/time-button-class.ts'
import { VerifiedMark } from '#web/ui/verified-mark.tsx'

import { Cover } from '../cover.tsx'
import { fullAddress } from '../full-address.ts'
import { noBookingsNow } from '../no-bookings.tsx'
import { formatDuration } from '../offers.ts'
import { professionalAnchor } from '../professional-anchor.ts'
import type { ResultCard } from './center-results.ts'

const frame =
  'grid grid-cols-[5rem_1fr] gap-x-4 gap-y-4 sm:grid-cols-[10rem_1fr] sm:gap-x-6 xl:grid-cols-[11rem_1fr_15.5rem]'
const coverBox = 'size-20 rounded-control sm:h-full sm:min-h-40 sm:w-full sm:row-span-2 xl:row-span-1'
const bookingBox = 'col-span-2 grid content-start gap-3 sm:col-span-1 sm:col-start-2 xl:col-start-3'

/** A result: name, services, distance, rating, free times and price. */
export function CenterCard({ center, today, eager }: { center: ResultCard; today: string; eager: boolean }) {
  const { id, name } = center
  const headingId = `centro-${id}`
  return (
    <Card as="article" aria-labelledby={headingId} className={frame}>
      <Cover coverUrl={center.coverUrl} services={center.services} eager={eager} className={coverBox} />

      <div className="grid min-w-0 content-start gap-1.5">
        <div className="grid gap-0.5">
          <h3 id={headingId} className="text-lg leading-snug font-semibold">
            <Link
              to="/centers/$centerId"
              params={{ centerId: id }}
              className="rounded-control hover:text-action hover:underline underline-offset-4"
            >
              {name}
            </Link>
          </h3>
          {center.verified && <VerifiedMark label="Centro verificado" />}
        </div>
        {center.professional && (
          <p>
            {'Atiende '}
            <Link
              to="/centers/$centerId"
              params={{ centerId: id }}
              hash={professionalAnchor(center.professional.id)}
              className="font-semibold text-action underline underline-offset-4"
            >
              {center.professional.name}
            </Link>
          </p>
        )}
        <p className="text-pretty">
          {center.specialties.slice(0, 4).join(dot)}
          {center.specialties.length > 4 && (
            <span className="text-ink-soft">{` y ${center.specialties.length - 4} más`}</span>
          )}
        </p>
        <p className="text-sm text-ink-soft">
          {center.servicesCount === 1 ? '1 servicio' : `${center.servicesCount} servicios`}
          {center.modalities.length > 0 && `${dot}${center.modalities.join(', ')}`}
        </p>
        <p className="flex items-start gap-1.5 text-sm text-ink-soft">
          <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            {center.distanceMeters !== null && (
              <>
                <span className="font-semibold text-ink">
                  {center.distanceMeters < 50 ? 'a pasos' : `a ${formatDistance(center.distanceMeters)}`}
                </span>
                {dot}
              </>
            )}
            {fullAddress(center)}
          </span>
        </p>
        <Stars rating={center.rating} reviewCount={center.totalReviews} compact />
      </div>

      <div className={bookingBox}>
        <NextTimes center={center} today={today} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Price
            cents={center.offer?.priceCents ?? center.priceFromCents}
            from={!center.offer?.samePrice}
            className="text-lg"
          />
          <div className="flex flex-wrap gap-2 xl:-ml-3 xl:grow xl:justify-between">
            <Button
              variant="quiet"
              size="small"
              render={<Link to="/centers/$centerId" params={{ centerId: id }} aria-label={`Ver perfil de ${name}`} />}
            >
              Ver perfil
            </Button>
            {center.priceFromCents !== null && center.takesBookings && (
              <Button
                size="small"
                render={
                  <Link
                    to="/book/$centerId"
                    params={{ centerId: id }}
                    rel="nofollow"
                    aria-label={`Reservar en ${name}`}
                  />
                }
              >
                Reservar
              </Button>
            )}
          </div>
        </div>
      </div>
    </Card>
  )
}

function NextTimes({ center, today }: { center: ResultCard; today: string }) {
  if (!center.takesBookings) return <p className="text-sm text-ink-soft">{noBookingsNow}</p>
  const { offer } = center
  if (!offer) {
    const reason =
      center.priceFromCents === null
        ? 'Consulta precios y horarios con el centro.'
        : 'Elige el servicio y mira sus horas libres.'
    return <p className="text-sm text-ink-soft">{reason}</p>
  }
  return (
    <div className="grid gap-1.5">
      <p className="text-sm">
        <span className="font-semibold">{offer.name}</span>
        <span className="text-ink-soft">{`${dot}${formatDuration(offer.durationMinutes)}`}</span>
      </p>
      {center.nextTimes.length === 0 && <p className="text-sm text-ink-soft">Sin horas libres en los próximos días.</p>}
      <ul className="grid grid-cols-3 gap-2 sm:flex sm:flex-wrap xl:grid xl:grid-cols-3">
        {center.nextTimes.slice(0, 3).map((time) => {
          const clock = formatTime(time.startsAt)
          const day = formatNearDay({ date: localMoment(time.startsAt).date, today })
          return (
            <li key={time.startsAt}>
              <Link
                to="/book/$centerId"
                params={{ centerId: center.id }}
                search={{ offer: time.serviceId, at: time.startsAt }}
                // Opening the address holds the time, so it must not be preloaded.
                preload={false}
                rel="nofollow"
                className={timeButtonClass({ className: 'w-full min-w-19 flex-col gap-0! px-1! py-1.5 leading-tight' })}
              >
                <span className="text-sm font-normal">{day}</span> <span>{clock}</span>
                <span className="sr-only">{`: reservar ${offer.name} en ${center.name}`}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The card's shape while the results load. */
export function CenterCardSkeleton() {
  return (
    <Card className={frame}>
      <Skeleton className={coverBox} />
      <div className="grid content-start gap-2.5 pt-1">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-5 w-full max-w-72" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-4 w-2/5" />
      </div>
      <div className={bookingBox}>
        <Skeleton className="h-4 w-36" />
        <div className="grid grid-cols-3 gap-2">
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
        </div>
        <Skeleton className="h-9" />
      </div>
    </Card>
  )
}
