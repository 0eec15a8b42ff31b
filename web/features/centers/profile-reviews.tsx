import { useInfiniteQuery } from '@tanstack/react-query'

import type { CenterProfile } from '#contract/centers.ts'
import type { Review } from '#contract/reviews.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatDate } from '#web/platform/formats.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'
import { Stars } from '#web/ui/stars.tsx'

import { centerReviews } from './review-pages.ts'

const starKeys = ['five', 'four', 'three', 'two', 'one'] as const

export function ProfileReviews({ center }: { center: CenterProfile }) {
  const { api } = useApi()
  const hydrated = useHydrated()
  const reviews = useInfiniteQuery({ ...centerReviews({ api, centerId: center.id }), enabled: center.totalReviews > 0 })
  if (center.totalReviews === 0) {
    return <p className="text-ink-soft">Todavía no hay reseñas. Aquí opina solo quien completó una consulta.</p>
  }
  const items = reviews.data?.pages.flatMap((page) => page.items)
  return (
    <div className="grid items-start gap-x-10 gap-y-6 sm:grid-cols-[13rem_1fr]">
      <div className="grid gap-3">
        <Stars rating={center.rating} reviewCount={center.totalReviews} className="text-base" />
        <Distribution center={center} />
        <p className="text-sm text-ink-soft">Opina solo quien completó una consulta.</p>
      </div>
      <div className="grid min-w-0 gap-6">
        {items?.map((review) => (
          <article key={review.id} className="grid gap-1.5">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <StarRating value={review.rating} />
              <span className="sr-only">{`${review.rating} de 5`}</span>
              <span className="font-semibold">{review.author}</span>
              <span className="text-sm text-ink-soft">{formatDate(review.createdAt)}</span>
            </p>
            {review.comment && <p className="max-w-[65ch] wrap-anywhere whitespace-pre-line">{review.comment}</p>}
            <p className="text-sm text-ink-soft">{`Consulta con ${review.professionalName}`}</p>
            {review.reply && <CenterReply reply={review.reply} />}
          </article>
        ))}
        {!items && !(reviews.isError && hydrated) && (
          <div aria-busy="true" className="grid gap-6">
            <span className="sr-only">Cargando reseñas</span>
            {[0, 1, 2].map((index) => (
              <Skeleton key={index} className="h-20" />
            ))}
          </div>
        )}
        {reviews.isError && hydrated && !items && (
          <ErrorState
            title="No se pudieron cargar las reseñas"
            onRetry={() => void reviews.refetch()}
            retrying={reviews.isFetching}
          >
            {errorMessage(reviews.error)}
          </ErrorState>
        )}
        {reviews.hasNextPage && (
          <Button
            variant="secondary"
            className="justify-self-start"
            pending={reviews.isFetchingNextPage}
            pendingLabel="Cargando…"
            onClick={() => void reviews.fetchNextPage()}
          >
            Ver más reseñas
          </Button>
        )}
      </div>
    </div>
  )
}

function CenterReply({ reply }: { reply: NonNullable<Review['reply']> }) {
  return (
    <div className="mt-1 grid max-w-[65ch] gap-1 rounded-card bg-sand px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="text-sm font-semibold">Respuesta del centro</span>
        <span className="text-sm text-ink-soft">{formatDate(reply.repliedAt)}</span>
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{reply.text}</p>
    </div>
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
