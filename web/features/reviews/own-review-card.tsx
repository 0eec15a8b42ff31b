import Flag from 'lucide-react/icons/flag'
import Reply from 'lucide-react/icons/reply'

import type { OwnReview } from '#contract/reviews.ts'
import { formatDate } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { StarRating } from '#web/ui/star-rating.tsx'

export function OwnReviewCard({
  review,
  onReply,
  onReport,
}: {
  review: OwnReview
  onReply: () => void
  onReport: () => void
}) {
  const { rating, author, createdAt, comment, professionalName, reply, reported, can } = review
  return (
    <Card as="article" tabIndex={-1} data-review={review.id} className="grid gap-3">
      <div className="grid gap-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StarRating value={rating} />
          <span className="sr-only">{`${rating} de 5`}</span>
          <span className="font-semibold">{author}</span>
          <span className="text-sm text-ink-soft">{formatDate(createdAt)}</span>
          {reported && <Badge tone="amber">La estamos revisando</Badge>}
        </p>
        {comment && <p className="max-w-[65ch] wrap-anywhere whitespace-pre-line">{comment}</p>}
        <p className="text-sm text-ink-soft">{`Consulta con ${professionalName}`}</p>
      </div>
      {reply && (
        <div className="grid max-w-[65ch] gap-1 rounded-card bg-sand px-4 py-3">
          <p className="flex flex-wrap items-center gap-x-3">
            <span className="text-sm font-semibold">Respuesta del centro</span>
            <span className="text-sm text-ink-soft">{formatDate(reply.repliedAt)}</span>
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{reply.text}</p>
        </div>
      )}
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
