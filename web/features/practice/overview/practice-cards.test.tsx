import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import type { PracticeFigures } from '#contract/practice.ts'

import { PracticeCards } from './practice-cards.tsx'

const figures = {
  appointments: 12,
  pending: 3,
  averageRating: 0,
  totalReviews: 0,
  incomeCents: null,
  month: { completed: 2, pending: 1 },
}

function averageOf(reviews: { averageRating: number; totalReviews: number }): string {
  const html = renderToStaticMarkup(
    <PracticeCards figures={{ ...figures, ...reviews } as PracticeFigures} isOwn={false} />,
  )
  return /Calificación promedio<\/dt><dd[^>]*>([^<]*)/.exec(html)?.[1] ?? ''
}

test('a centre without reviews has a dash for an average, never a zero', () => {
  expect(averageOf({ averageRating: 0, totalReviews: 0 })).toBe('–')
})

test('a centre with reviews has their average', () => {
  expect(averageOf({ averageRating: 4.5, totalReviews: 1 })).toBe('4,5')
})
