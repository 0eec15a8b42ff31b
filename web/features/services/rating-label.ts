import type { BadgeTone } from '#web/ui/badge.tsx'

/** The reliability badge of a rating; undefined for a centre without reviews, because its rating says nothing. */
export function ratingLabel({
  rating,
  totalReviews,
}: {
  rating: number
  totalReviews: number
}): { label: string; tone: BadgeTone } | undefined {
  if (totalReviews === 0) return undefined
  if (rating >= 4.5) return { label: 'Excelente', tone: 'action' }
  if (rating >= 4) return { label: 'Muy bueno', tone: 'action' }
  if (rating >= 3.5) return { label: 'Bueno', tone: 'neutral' }
  if (rating >= 3) return { label: 'Regular', tone: 'neutral' }
  return { label: 'Bajo', tone: 'neutral' }
}
