import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { CenterProfile } from '#contract/centers.ts'
import type { Review } from '#contract/reviews.ts'
import { CenterReply, ReviewContent } from '#web/features/reviews/review-content.tsx'
import { useApi } from '#web/platform/api.ts'
import { pagesOf } from '#web/platform/cursor-pages.ts'
import { formatCount } from '#web/platform/formats.ts'
import { useSession } from '#web/platform/session.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { CursorList } from '#web/ui/cursor-list.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import Flag from '~icons/lucide/flag'

import { centerReviews } from './review-pages.ts'

const starKeys = ['five', 'four', 'three', 'two', 'one'] as const

export function ProfileReviews({ center }: { center: CenterProfile }) {
  const { queries } = useApi()
  const hydrated = useHydrated()
  const reviews = useInfiniteQuery({
    ...centerReviews({ queries, centerId: center.id }),
    enabled: center.publishedReviews > 0,
  })
  if (center.publishedReviews === 0) {
    return <p className="text-ink-soft">Todavía no hay opiniones. Aquí opina solo quien completó una consulta.</p>
  }
  const pages = pagesOf(reviews)
  return (
    <div className="grid items-start gap-x-10 gap-y-6 sm:grid-cols-[13rem_1fr]">
      <div className="grid gap-3">
        <Stars rating={center.rating} reviewCount={center.totalReviews} className="text-base" />
        <Distribution center={center} />
        <p className="text-sm text-ink-soft">{`Opina solo quien completó una consulta.${howTheyCount(center)}`}</p>
      </div>
      <div className="grid min-w-0 gap-6">
        <CursorList
          // A request that failed on the server is repeated in the browser, which starts from the skeleton.
          pages={{ ...pages, query: hydrated ? reviews : { ...reviews, error: null } }}
          loading="Cargando opiniones"
          failed="No se pudieron cargar las opiniones"
          skeletons={[0, 1, 2].map((index) => <Skeleton key={index} className="h-20" />)}
          skeletonClass="grid gap-6"
          empty={null}
          as="div"
          className="grid gap-6"
          moreLabel="Ver más opiniones"
        >
          {(review) => <ReviewArticle key={review.id} review={review} />}
        </CursorList>
      </div>
    </div>
  )
}

/** Why the list is longer than the rating's number of reviews. A single one says by itself that it does not count. */
function howTheyCount({ publishedReviews, totalReviews }: CenterProfile): string {
  if (publishedReviews === totalReviews || publishedReviews === 1) return ''
  return ` Aquí se leen ${formatCount(publishedReviews)}: el promedio cuenta, por cada paciente, la última de una visita con cargo.`
}

/** Loads when its button is pressed. */
const ReaderReportDialog = lazyPart(() =>
  import('#web/features/reviews/review-text-dialog.tsx').then((module) => module.ReaderReportDialog),
)

function ReviewArticle({ review }: { review: Review }) {
  const session = useSession()
  const dialog = useDialogState<Review>()
  return (
    <article tabIndex={-1} className="grid gap-1.5">
      <ReviewContent review={review} />
      {session.status === 'signedIn' && (
        <Button
          variant="quiet"
          size="small"
          className="-ml-3 justify-self-start"
          icon={<Flag aria-hidden="true" className="size-4" />}
          {...opensDialog}
          onClick={() => dialog.show(review)}
        >
          Reportar
          <span className="sr-only">{`: la opinión de ${review.author}`}</span>
        </Button>
      )}
      {dialog.subject && (
        <Suspense>
          <ReaderReportDialog key={dialog.key} review={dialog.subject} open={dialog.isOpen} onClose={dialog.close} />
        </Suspense>
      )}
      {review.reply && (
        <div className="mt-1">
          <CenterReply reply={review.reply} />
        </div>
      )}
    </article>
  )
}

function Distribution({ center: { reviewsByStars, totalReviews } }: { center: CenterProfile }) {
  return (
    <dl className="grid gap-1">
      {starKeys.map((key, index) => {
        const stars = 5 - index
        const count = reviewsByStars[key]
        return (
          <div key={key} className="flex items-center gap-2 text-sm">
            <dt className="w-22 shrink-0 whitespace-nowrap text-ink-soft">
              {stars === 1 ? '1 estrella' : `${stars} estrellas`}
            </dt>
            <dd className="flex grow items-center gap-2">
              <svg
                viewBox="0 0 100 8"
                preserveAspectRatio="none"
                aria-hidden="true"
                className="h-2 w-full min-w-8 rounded-full"
              >
                <rect width="100" height="8" className="fill-sand" />
                <rect width={(count / Math.max(totalReviews, 1)) * 100} height="8" className="fill-clay" />
              </svg>
              <span className="w-6 shrink-0 text-right tabular-nums">{count}</span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
