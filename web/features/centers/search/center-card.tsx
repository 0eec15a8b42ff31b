import { Link } from '@tanstack/react-router'
import { atCenter, isNamedAfter } from '#contract/center-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { dot } from '#web/ui/dot.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { VerifiedMark } from '#web/ui/verified-mark.tsx'
import MapPin from '~icons/lucide/map-pin'
import { CardTimes } from '../card-times.tsx'
import { placeNote } from '../place-note.ts'
import { professionalAnchor } from '../professional-anchor.ts'
import { publicName } from '../public-name.ts'
import { TeamPicture, teamNames } from '../team-picture.tsx'
import type { ResultCard } from './center-results.ts'

type CenterCardProps = {
  center: ResultCard
  today: string
  eager: boolean
  /** Whether its marker on the map has the pointer or the focus, or is chosen. */
  isActive?: boolean
  onActive?: ((centerId: string | undefined) => void) | undefined
}

export function CenterCard({ center, today, eager, isActive = false, onActive }: CenterCardProps) {
  const { id, name } = center
  const headingId = `centro-${id}`
  return (
    <Card
      as="article"
      padding="none"
      aria-labelledby={headingId}
      className={classNames('center-card', isActive && 'outline-2 outline-action')}
      {...(onActive && {
        onPointerEnter: () => onActive(id),
        onPointerLeave: () => onActive(undefined),
        onFocus: () => onActive(id),
        onBlur: () => onActive(undefined),
      })}
    >
      <TeamPicture center={center} shape="square" eager={eager} className="center-card-picture" />
      <div className="center-card-text">
        <h3 id={headingId} data-center-name={`center-${id}`} className="center-card-name">
          <Link
            to="/centers/$centerId"
            params={{ centerId: id }}
            className="rounded-control hover:text-action hover:underline underline-offset-4"
          >
            {name}
          </Link>
        </h3>
        <div className="flex flex-wrap items-center gap-x-3">
          <Stars rating={center.rating} reviewCount={center.totalReviews} compact />
          {center.verified && <VerifiedMark label="Verificado" />}
          {center.servicesCount > 0 && (
            <span className="text-sm text-ink-soft">
              {center.servicesCount === 1 ? '1 servicio' : `${center.servicesCount} servicios`}
            </span>
          )}
        </div>
        <Whereabouts center={center} />
        <MatchReasons center={center} />
      </div>
      <div className="center-card-booking">
        <CardTimes center={center} today={today} className="min-w-0 grow" />
        <Actions center={center} />
      </div>
    </Card>
  )
}

function Whereabouts({ center }: { center: ResultCard }) {
  const { address, neighborhood, department, distanceMeters } = center
  const note = placeNote(center)
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-sm text-ink-soft">
      <MapPin aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">
        {note && <span className={classNames(distanceMeters !== null && 'font-semibold text-ink')}>{note}</span>}
        {note && dot}
        {[neighborhood ?? department, address].filter(Boolean).join(', ')}
      </span>
    </p>
  )
}

/** Why the search lists the centre; without a reason, its specialties. */
function MatchReasons({ center }: { center: ResultCard }) {
  const { name, professional, reasons, specialties, modalities } = center
  const team = professional ? '' : teamNames(center)
  return (
    <>
      {professional && !isNamedAfter(name, professional.name) && (
        <p className="text-sm @[33rem]:text-base">
          {'Atiende '}
          <Link
            to="/centers/$centerId"
            params={{ centerId: center.id }}
            hash={professionalAnchor(professional.id)}
            className="font-semibold text-action underline underline-offset-4"
          >
            {professional.name}
          </Link>
        </p>
      )}
      <p className="center-card-reason">{(reasons.length > 0 ? reasons : specialties.slice(0, 4)).join(dot)}</p>
      <p className="text-sm text-ink-soft @max-[33rem]:hidden">
        {[team, modalities.join(', ')].filter(Boolean).join(dot)}
      </p>
    </>
  )
}

/** On a phone the name leads to the profile. */
function Actions({ center }: { center: ResultCard }) {
  const { id, name, priceFromCents, takesBookings } = center
  const params = { centerId: id }
  return (
    <div className="flex flex-wrap justify-between gap-2">
      <Button
        variant="quiet"
        size="small"
        className="-ml-3 @max-[33rem]:hidden"
        render={<Link to="/centers/$centerId" params={params} aria-label={`Ver perfil de ${name}`} />}
      >
        Ver perfil
      </Button>
      {priceFromCents !== null && takesBookings && (
        <Button
          size="small"
          render={
            <Link
              to="/book/$centerId"
              params={params}
              rel="nofollow"
              aria-label={`Reservar ${atCenter(publicName(center))}`}
            />
          }
        >
          Reservar
        </Button>
      )}
    </div>
  )
}

export function CenterCardSkeleton() {
  return (
    <Card padding="none" className="center-card">
      <Skeleton className="center-card-picture" />
      <div className="grid content-start gap-2.5 pt-1">
        <Skeleton className="h-5 w-3/4 @[33rem]:h-6" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-4 w-2/5 @max-[33rem]:hidden" />
      </div>
      <div className="center-card-booking">
        <div className="grid grow gap-1.5">
          <Skeleton className="h-4 w-36" />
          <div className="grid grid-cols-3 gap-2">
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </div>
        </div>
        <Skeleton className="h-11 w-24 @[33rem]:h-9" />
      </div>
    </Card>
  )
}
