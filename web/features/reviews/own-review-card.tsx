import Flag from 'lucide-react/icons/flag'
import Reply from 'lucide-react/icons/reply'

import type { OwnReview } from '#contract/reviews.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'

import { CenterReply, ReviewContent } from './review-content.tsx'

export function OwnReviewCard({
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
