import type { ReactNode } from 'react'

import type { Review } from '#contract/reviews.ts'
import { formatDate } from '#web/platform/formats.ts'
import { StarRating } from '#web/ui/star-rating.tsx'

const uncountedWords = {
  free: 'Visita sin cargo: no cuenta en el promedio.',
  unproven: 'Visita sin confirmar: no cuenta en el promedio.',
}

/** A review's stars, author and date, its text and its professional. `badge`: after the date. */
export function ReviewContent({ review, badge }: { review: Omit<Review, 'reply'>; badge?: ReactNode }) {
  const { rating, author, createdAt, comment, professionalName, uncounted } = review
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StarRating value={rating} />
        <span className="sr-only">{`${rating} de 5`}</span>
        <span className="font-semibold">{author}</span>
        <span className="text-sm text-ink-soft">{formatDate(createdAt)}</span>
        {badge}
      </p>
      {comment && <p className="max-w-[41.5em] wrap-anywhere whitespace-pre-line">{comment}</p>}
      <p className="text-sm text-ink-soft">{`Consulta con ${professionalName}`}</p>
      {uncounted && <p className="text-sm text-ink-soft">{uncountedWords[uncounted]}</p>}
    </>
  )
}

export function CenterReply({ reply }: { reply: NonNullable<Review['reply']> }) {
  return (
    <div className="grid max-w-[41.5em] gap-1 rounded-card bg-sand px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="text-sm font-semibold">Respuesta del centro</span>
        <span className="text-sm text-ink-soft">{formatDate(reply.repliedAt)}</span>
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{reply.text}</p>
    </div>
  )
}
