import { Link } from '@tanstack/react-router'
import { formatDistance } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { dot } from '#web/ui/dot.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { VerifiedMark } from '#web/ui/verified-mark.tsx'
import MapPin from '~icons/lucide/map-pin'

import { CardTimes } from '../card-times.tsx'
import { CenterContact } from '../center-contact.tsx'
import { fullAddress } from '../full-address.ts'
import { TeamPicture } from '../team-picture.tsx'
import type { FinderCard } from './finder-results.ts'

const pictureBox = 'h-32 w-full'
const namedSpecialties = 3

type FinderCenterCardProps = { center: FinderCard; today: string; eager: boolean }

/** A result of /search-centers, with the centre's description, address, contact and next free times. */
export function FinderCenterCard({ center, today, eager }: FinderCenterCardProps) {
  const { id, name, specialties, distanceMeters } = center
  const headingId = `centro-${id}`
  const more = specialties.length - namedSpecialties
  return (
    <Card as="article" padding="none" aria-labelledby={headingId} className="flex flex-col overflow-hidden">
      <TeamPicture center={center} shape="wide" eager={eager} className={pictureBox} />
      <div className="flex grow flex-col gap-4 p-4 sm:p-5">
        <div className="grid gap-2">
          <h3 id={headingId} translate="no" className="text-lg leading-snug font-semibold">
            {name}
          </h3>
          <div className="flex flex-wrap items-center gap-x-3">
            <Stars rating={center.rating} reviewCount={center.totalReviews} compact />
            {center.verified && <VerifiedMark />}
          </div>
          <p className="text-pretty">
            {specialties.slice(0, namedSpecialties).join(dot)}
            {more > 0 && <span className="text-ink-soft">{` +${more} más`}</span>}
          </p>
          {center.description && <p className="line-clamp-3 text-sm text-ink-soft">{center.description}</p>}
          <p className="flex items-start gap-1.5 text-sm text-ink-soft">
            <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>
              {distanceMeters !== null && (
                <span className="font-semibold text-ink">{`a ${formatDistance(distanceMeters)}${dot}`}</span>
              )}
              {fullAddress(center)}
            </span>
          </p>
          <CenterContact center={center} />
        </div>
        <div className="mt-auto grid gap-3">
          <CardTimes center={center} today={today} />
          <Button
            variant="secondary"
            size="small"
            render={<Link to="/centers/$centerId" params={{ centerId: id }} aria-label={`Ver detalles de ${name}`} />}
          >
            Ver detalles
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** The card's shape while the results load. */
export function FinderCardSkeleton() {
  return (
    <Card padding="none" className="overflow-hidden">
      <Skeleton className={pictureBox} />
      <div className="grid gap-2.5 p-4 sm:p-5">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="mt-4 h-12 w-full" />
        <Skeleton className="h-9 w-full" />
      </div>
    </Card>
  )
}
