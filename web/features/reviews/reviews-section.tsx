import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Fragment, type Ref, useRef } from 'react'
import type { Membership } from '#contract/memberships.ts'
import type { OwnReview } from '#contract/reviews.ts'
import { useApi } from '#web/platform/api.ts'
import { useCursorList } from '#web/platform/cursor-pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { CursorList } from '#web/ui/cursor-list.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import Flag from '~icons/lucide/flag'
import Reply from '~icons/lucide/reply'
import { CenterReply, ReviewContent } from './review-content.tsx'
import { ReplyDialog, ReportDialog } from './review-text-dialog.tsx'

const perPage = 20
const route = getRouteApi('/center/dashboard')

export function ReviewsSection({ membership }: { membership: Membership }) {
  const { centerId } = membership
  const { reviews: only } = route.useSearch()
  const dialog = useDialogState<{ kind: 'reply' | 'report'; review: OwnReview }>()
  const { queries } = useApi()
  const pages = useCursorList(
    queries.reviews.ofCenter,
    { centerId, limit: perPage, ...(only && { only }) },
    { placeholderData: keepPreviousData },
  )
  const list = useRef<HTMLUListElement & HTMLDivElement>(null)
  const filter = useRef<HTMLInputElement>(null)

  function closeReply() {
    const first = `[data-review="${dialog.subject?.review.id}"] button`
    dialog.close()
    // The reply removed the button that had the focus; with the filter on, it removed the whole card.
    setTimeout(() => {
      const next = list.current?.querySelector<HTMLElement>(first) ?? filter.current
      next?.focus({ preventScroll: true })
    })
  }

  return (
    <div className="grid gap-5" aria-busy={pages.query.isPlaceholderData}>
      <UnansweredFilter ref={filter} only={only} />
      <CursorList
        pages={pages}
        loading="Cargando opiniones"
        failed="No se pudieron cargar las opiniones"
        skeletons={[0, 1, 2].map((index) => <Skeleton key={index} className="h-28" />)}
        skeletonClass="grid gap-3"
        empty={<NoReviews only={only} />}
        as="div"
        className="grid gap-5"
        ref={list}
        moreLabel="Ver más opiniones"
      >
        {(review) => (
          <OwnReviewCard
            key={review.id}
            review={review}
            onReply={() => dialog.show({ kind: 'reply', review })}
            onReport={() => dialog.show({ kind: 'report', review })}
          />
        )}
      </CursorList>
      {dialog.subject && (
        <Fragment key={dialog.key}>
          <ReplyDialog
            centerId={centerId}
            review={dialog.subject.review}
            open={dialog.isOpen && dialog.subject.kind === 'reply'}
            onClose={closeReply}
          />
          <ReportDialog
            centerId={centerId}
            review={dialog.subject.review}
            open={dialog.isOpen && dialog.subject.kind === 'report'}
            onClose={dialog.close}
          />
        </Fragment>
      )}
    </div>
  )
}

type Only = 'unanswered' | undefined

function UnansweredFilter({ ref, only }: { ref: Ref<HTMLInputElement>; only: Only }) {
  const navigate = route.useNavigate()
  return (
    <CheckboxField
      ref={ref}
      label="Solo las que esperan respuesta"
      checked={only === 'unanswered'}
      onChange={({ currentTarget }) =>
        void navigate({
          search: (before) => ({ ...before, reviews: currentTarget.checked ? ('unanswered' as const) : undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}

function NoReviews({ only }: { only: Only }) {
  if (only === 'unanswered') {
    return (
      <EmptyState drawing="stars" heading="h3" title="Ninguna opinión espera tu respuesta">
        Ya respondiste todas las que llegaron.
      </EmptyState>
    )
  }
  return (
    <EmptyState drawing="stars" heading="h3" title="Todavía no hay opiniones">
      Opina solo quien completó una consulta. Cuando llegue la primera, puedes responderla aquí.
    </EmptyState>
  )
}

function OwnReviewCard({
  review,
  onReply,
  onReport,
}: {
  review: OwnReview
  onReply: () => void
  onReport: () => void
}) {
  const { reply, reported, can } = review
  return (
    <Card as="article" tabIndex={-1} data-review={review.id} className="grid gap-3">
      <div className="grid gap-1.5">
        <ReviewContent review={review} badge={reported && <Badge tone="amber">La estamos revisando</Badge>} />
      </div>
      {reply && <CenterReply reply={reply} />}
      {(can.reply || can.report) && (
        <div className="flex flex-wrap gap-2">
          {can.reply && (
            <Button
              variant="secondary"
              size="small"
              icon={<Reply aria-hidden="true" className="size-4" />}
              {...opensDialog}
              onClick={onReply}
            >
              Responder
            </Button>
          )}
          {can.report && (
            <Button
              variant="quiet"
              size="small"
              icon={<Flag aria-hidden="true" className="size-4" />}
              {...opensDialog}
              onClick={onReport}
            >
              {reported ? 'Cambiar el motivo' : 'Reportar'}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
