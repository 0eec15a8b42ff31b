import { Link } from '@tanstack/react-router'

import { formatTime } from '#web/platform/formats.ts'
import { formatNearDay, localMoment } from '#web/platform/local-days.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'

import type { ServiceCard } from './service-results.ts'

const shown = 3

/** The best rated centres of a service, in the order of the search, each with its reasons. Absent when none has a review. */
export function RecommendedCenters({ centers, today }: { centers: readonly ServiceCard[] | undefined; today: string }) {
  const rated = centers?.filter(({ totalReviews }) => totalReviews > 0).slice(0, shown)
  if (rated?.length === 0) return null
  return (
    <Card as="section" look="sunken" aria-labelledby="recomendados" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="recomendados">Recomendados</h2>
        <p className="text-sm text-ink-soft">Los mejor valorados. Cuentan la nota y cuántas reseñas la respaldan.</p>
      </div>
      <ol className="grid gap-3 md:grid-cols-3">
        {rated
          ? rated.map((center) => <Recommended key={center.id} center={center} today={today} />)
          : ['a', 'b', 'c'].map((key) => (
              <li key={key}>
                <Skeleton className="h-26" />
              </li>
            ))}
      </ol>
    </Card>
  )
}

function Recommended({ center, today }: { center: ServiceCard; today: string }) {
  return (
    <Card as="li" className="grid content-start gap-1.5">
      <Link
        to="/centers/$centerId"
        params={{ centerId: center.id }}
        className="inline-flex min-h-6 rounded-control font-semibold underline-offset-4 hover:text-action hover:underline"
      >
        {center.name}
      </Link>
      <Stars rating={center.rating} reviewCount={center.totalReviews} compact />
      <p className="text-sm text-ink-soft">{reasons({ center, today })}</p>
    </Card>
  )
}

function reasons({ center, today }: { center: ServiceCard; today: string }): string {
  const next = center.takesBookings ? center.nextTimes[0]?.startsAt : undefined
  const place = center.neighborhood ?? center.department
  const when = next && `próxima hora ${formatNearDay({ date: localMoment(next).date, today })} ${formatTime(next)}`
  return [place, center.verified && 'documentos al día', when].filter(Boolean).join(', ')
}
