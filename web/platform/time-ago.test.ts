import { expect, test } from 'vitest'

import { timeAgo } from './time-ago.ts'

const now = new Date('2026-11-20T15:00:00Z')

test.each([
  ['2026-11-20T15:00:30Z', 'hace un momento'],
  ['2026-11-20T14:59:01Z', 'hace un momento'],
  ['2026-11-20T14:59:00Z', 'hace 1 min'],
  ['2026-11-20T14:00:01Z', 'hace 59 min'],
  ['2026-11-20T14:00:00Z', 'hace 1 h'],
  ['2026-11-19T15:00:01Z', 'hace 23 h'],
  ['2026-11-19T15:00:00Z', 'hace 1 d'],
  ['2026-10-20T15:00:00Z', 'hace 31 d'],
])('%s was %s', (instant, expected) => expect(timeAgo({ instant, now })).toBe(expected))
