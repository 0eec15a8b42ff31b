import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import type { Membership } from '#contract/memberships.ts'
import type { OwnReview } from '#contract/reviews.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { OwnReviewCard } from './own-review-card.tsx'
import { ReplyDialog } from './reply-dialog.tsx'
import { ReportDialog } from './report-dialog.tsx'

const perPage = 20

/** What patients said, to be answered once or reported. */
export function ReviewsSection({ membership }: { membership: Membership }) {
  const { centerId, role } = membership
  const { queries } = useApi()
  const [act, setAct] = useState<{ kind: 'reply' | 'report'; review: OwnReview }>()
  const reviews = useInfiniteQuery(
    queries.reviews.ofCenter.infiniteOptions({
      input: (cursor: string | undefined) => ({ centerId, limit: perPage, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
  const items = reviews.data?.pages.flatMap((page) => page.items)
  const list = useRef<HTMLDivElement>(null)

  function closeReply() {
    const first = `[data-review="${act?.review.id}"] button`
    setAct(undefined)
    // The button that opened it is gone once there is a reply: the one beside it is left.
    setTimeout(() => list.current?.querySelector<HTMLElement>(first)?.focus({ preventScroll: true }))
  }

  return (
    <div ref={list} className="grid gap-5">
      {items?.map((review) => (
        <OwnReviewCard
          key={review.id}
          review={review}
          mayAct={role !== 'reception'}
          onReply={() => setAct({ kind: 'reply', review })}
          onReport={() => setAct({ kind: 'report', review })}
        />
      ))}
      {items?.length === 0 && (
        <EmptyState heading="h3" title="Todavía no hay opiniones">
          Opina solo quien completó una consulta. Cuando llegue la primera, puedes responderla aquí.
        </EmptyState>
      )}
      {!items && reviews.error && (
        <ErrorState
          title="No se pudieron cargar las opiniones"
          onRetry={() => void reviews.refetch()}
          retrying={reviews.isFetching}
        >
          {errorMessage(reviews.error)}
        </ErrorState>
      )}
      {!items && !reviews.error && (
        <div aria-busy="true" className="grid gap-3">
          <span className="sr-only">Cargando opiniones</span>
          {[0, 1, 2].map((index) => (
            <Skeleton key={index} className="h-28" />
          ))}
        </div>
      )}
      {reviews.hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-start"
          pending={reviews.isFetchingNextPage}
          pendingLabel="Cargando…"
          onClick={() => void reviews.fetchNextPage()}
        >
          Ver más opiniones
        </Button>
      )}
      <ReplyDialog centerId={centerId} review={act?.kind === 'reply' ? act.review : undefined} onClose={closeReply} />
      <ReportDialog
        centerId={centerId}
        review={act?.kind === 'report' ? act.review : undefined}
        onClose={() => setAct(undefined)}
      />
    </div>
  )
}
