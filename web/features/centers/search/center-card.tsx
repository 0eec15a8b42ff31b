import { Link } from '@tanstack/react-router'
import { atCenter, isNamedAfter } from '#contract/center-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { dot } from '#web/ui/dot.ts'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { VerifiedMark } from '#web/ui/verified-mark.tsx'
import MapPin from '~icons/lucide/map-pin'
import { CardTimes } from '../card-times.tsx'
import { placeNote } from '../place-note.ts'
import { professionalAnchor } from '../professional-anchor.ts'
import { foundOn } from '../profile/profile-search.ts'
import { publicName } from '../public-name.ts'
import { SaveCenter } from '../saved/later-parts.tsx'
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

/** The link of the name covers the whole card; the buttons and the times are above it. */
export function CenterCard({ center, today, eager, isActive = false, onActive }: CenterCardProps) {
  const { id, name, professional } = center
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
        <div className="flex flex-wrap items-center gap-x-3">
          <h3 id={headingId} data-center-name={`center-${id}`} className="center-card-name">
            <Link
              to="/centers/$centerId"
              params={{ centerId: id }}
              search={foundOn(center)}
              {...(professional && { hash: professionalAnchor(professional.id) })}
              className="center-card-link"
            >
              {name}
            </Link>
          </h3>
          {center.verified && <VerifiedMark label={<span className="@max-[33rem]:sr-only">Verificado</span>} />}
        </div>
        <Stars
          rating={center.rating}
          reviewCount={center.totalReviews}
          compact
          className="justify-self-start @max-[33rem]:hidden"
        />
        <Whereabouts center={center} />
        <MatchReasons center={center} />
        <Figures center={center} />
      </div>
      <SaveCenter center={center} shape="card" />
      <div className="center-card-booking">
        <CardTimes center={center} today={today} priceClass="@max-[33rem]/results:hidden" className="min-w-0 grow" />
        <Actions center={center} />
      </div>
    </Card>
  )
}

function Whereabouts({ center }: { center: ResultCard }) {
  const { address, neighborhood, department, distanceMeters } = center
  const note = placeNote(center)
  return (
    <p className="@max-[33rem]:hidden flex min-w-0 items-center gap-1.5 text-sm text-ink-soft">
      <MapPin aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">
        {note && <span className={classNames(distanceMeters !== null && 'font-semibold text-ink')}>{note}</span>}
        {note && dot}
        {[neighborhood ?? department, address].filter(Boolean).join(', ')}
      </span>
    </p>
  )
}

/** On a narrow card, in one line: how far, or in which neighbourhood, how good and how much. */
function Figures({ center }: { center: ResultCard }) {
  const { neighborhood, department, distanceMeters, offer, priceFromCents, rating, totalReviews } = center
  const price = offer?.priceCents ?? priceFromCents
  return (
    <p className="center-card-figures">
      <span>{distanceMeters === null ? (neighborhood ?? department) : placeNote(center)}</span>
      {totalReviews > 0 && <Stars rating={rating} reviewCount={totalReviews} compact bare />}
      {price !== null && <Price cents={price} from={!offer?.samePrice} />}
    </p>
  )
}

/** Who attends and why the search lists the centre; without a reason, its specialties. */
function MatchReasons({ center }: { center: ResultCard }) {
  const { name, reasons, specialties, modalities, servicesCount, unregulated } = center
  const professional = center.professional ?? center.treats
  const team = professional ? '' : teamNames(center)
  return (
    <>
      {professional && !isNamedAfter(name, professional.name) && (
        <p className="text-sm @[33rem]:text-base">
          {'Atiende '}
          <span className="font-semibold">{professional.name}</span>
        </p>
      )}
      {team && <p className="text-sm @[33rem]:hidden">{team}</p>}
      <p className="center-card-reason">
        {[...(reasons.length > 0 ? reasons : specialties.slice(0, 4)), ...(unregulated ? ['no regulada'] : [])].join(
          dot,
        )}
        {servicesCount > 0 && (
          <span className="text-ink-soft">
            {dot}
            <span>{servicesCount === 1 ? '1 servicio' : `${servicesCount} servicios`}</span>
          </span>
        )}
      </p>
      <p className="@max-[33rem]:hidden text-sm text-ink-soft">
        {[team, modalities.join(', ')].filter(Boolean).join(dot)}
      </p>
    </>
  )
}

/** On a narrow card the times lead to the booking, and the card to the profile. */
function Actions({ center }: { center: ResultCard }) {
  const { id, name, priceFromCents, takesBookings, nextTimes } = center
  const params = { centerId: id }
  return (
    <div
      className={classNames(
        'relative z-1 flex flex-wrap justify-between gap-2',
        nextTimes.length > 0 && '@max-[33rem]:hidden',
      )}
    >
      <Button
        variant="quiet"
        size="small"
        className="@max-[33rem]:hidden -ml-3"
        render={
          <Link to="/centers/$centerId" params={params} search={foundOn(center)} aria-label={`Ver perfil de ${name}`} />
        }
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
        <Skeleton className="h-4 w-2/5" />
      </div>
      <div className="center-card-booking">
        <div className="grid grow gap-1.5">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-11" />
        </div>
        <Skeleton className="@max-[33rem]:hidden h-9 w-24" />
      </div>
    </Card>
  )
}
