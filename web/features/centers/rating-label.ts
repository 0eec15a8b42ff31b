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
  // As the stars show it: a badge must not contradict the figure beside it.
  const shown = Math.round(rating * 10) / 10
  if (shown >= 4.5) return { label: 'Excelente', tone: 'action' }
  if (shown >= 4) return { label: 'Muy bueno', tone: 'action' }
  if (shown >= 3.5) return { label: 'Bueno', tone: 'neutral' }
  if (shown >= 3) return { label: 'Regular', tone: 'neutral' }
  return { label: 'Bajo', tone: 'neutral' }
}

/** How rarely the centre cancels; undefined while it has too few appointments for a share. */
export function reliabilityLabel(cancelledShare: number | null): { label: string; tone: BadgeTone } | undefined {
  if (cancelledShare === null) return undefined
  if (cancelledShare < 0.05) return { label: 'Muy confiable', tone: 'action' }
  if (cancelledShare < 0.15) return { label: 'Confiable', tone: 'action' }
  if (cancelledShare < 0.25) return { label: 'Moderadamente confiable', tone: 'neutral' }
  return { label: 'Poco confiable', tone: 'neutral' }
}
