import { Link } from '@tanstack/react-router'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import { CardTimes } from '#web/features/centers/card-times.tsx'
import { CenterContact } from '#web/features/centers/center-contact.tsx'
import { fullAddress } from '#web/features/centers/full-address.ts'
import { TeamPicture } from '#web/features/centers/team-picture.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { dot } from '#web/ui/dot.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { VerifiedMark } from '#web/ui/verified-mark.tsx'
import MapPin from '~icons/lucide/map-pin'

import { ratingLabel, reliabilityLabel } from './rating-label.ts'
import type { ServiceCard } from './service-results.ts'

const coverBox = 'h-32 w-full'

type ServiceCenterCardProps = { center: ServiceCard; service: ServiceSlug; today: string; eager: boolean }

/** A centre in the grid of a service. Its times and its price are those of the service. */
export function ServiceCenterCard({ center, service, today, eager }: ServiceCenterCardProps) {
  const { id, name } = center
  const headingId = `centro-${id}`
  return (
    <Card as="article" padding="none" aria-labelledby={headingId} className="flex flex-col overflow-hidden">
      <TeamPicture center={{ ...center, services: [service] }} shape="wide" eager={eager} className={coverBox} />
      <div className="flex grow flex-col gap-4 p-4 sm:p-5">
        <div className="grid gap-2">
          <div className="grid gap-0.5">
            <h3 id={headingId} className="text-lg leading-snug font-semibold">
              <Link
                to="/centers/$centerId"
                params={{ centerId: id }}
                translate="no"
                className="rounded-control underline-offset-4 hover:text-action hover:underline"
              >
                {name}
              </Link>
            </h3>
            {center.verified && <VerifiedMark label="Centro verificado" />}
          </div>
          <Rating center={center} />
          <p className="text-pretty">{center.specialties.slice(0, 3).join(dot)}</p>
          {center.description && <p className="line-clamp-3 text-sm text-ink-soft">{center.description}</p>}
          <p className="flex items-start gap-1.5 text-sm text-ink-soft">
            <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {fullAddress(center)}
          </p>
          <CenterContact center={center} />
        </div>
        <div className="mt-auto grid gap-3">
          <CardTimes center={center} today={today} />
          <Actions center={center} />
        </div>
      </div>
    </Card>
  )
}

function Rating({ center }: { center: ServiceCard }) {
  const badge = ratingLabel(center)
  const reliability = reliabilityLabel(center.cancelledShare)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Stars rating={center.rating} reviewCount={center.totalReviews} compact />
      {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
      {reliability && (
        <Badge tone={reliability.tone}>
          {reliability.label}
          <span className="sr-only"> con las citas: cuánto cancela el centro</span>
        </Badge>
      )}
    </div>
  )
}

function Actions({ center: { id, name, priceFromCents, takesBookings } }: { center: ServiceCard }) {
  const params = { centerId: id }
  return (
    <div className="flex gap-2 *:grow">
      {priceFromCents !== null && takesBookings && (
        <Button
          size="small"
          render={<Link to="/book/$centerId" params={params} rel="nofollow" aria-label={`Reservar en ${name}`} />}
        >
          Reservar
        </Button>
      )}
      <Button
        variant="secondary"
        size="small"
        render={<Link to="/centers/$centerId" params={params} aria-label={`Ver perfil de ${name}`} />}
      >
        Ver perfil
      </Button>
    </div>
  )
}

/** The card's shape while the results load. */
export function ServiceCenterCardSkeleton() {
  return (
    <Card padding="none" className="overflow-hidden">
      <Skeleton className={coverBox} />
      <div className="grid gap-2.5 p-4 sm:p-5">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-4 w-2/3" />
        <div className="mt-4 grid grid-cols-3 gap-2">
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
        </div>
        <Skeleton className="h-9 w-full" />
      </div>
    </Card>
  )
}
