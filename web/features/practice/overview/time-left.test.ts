import { expect, it } from 'vitest'

import { timeLeft } from './time-left.ts'

const now = new Date('2026-11-20T12:00:00Z')

it.for([
  ['2026-11-21T12:00:00Z', 'Quedan 24 h para responder'],
  ['2026-11-20T15:05:00Z', 'Quedan 3 h 5 min para responder'],
  ['2026-11-20T13:00:00Z', 'Queda 1 h para responder'],
  ['2026-11-20T12:00:30Z', 'Queda 1 min para responder'],
  ['2026-11-20T12:00:00Z', 'Se acabó el plazo: la hora se libera enseguida'],
] as const)('a request to answer by %s says «%s» at noon', ([answerBy, words]) => {
  expect(timeLeft({ answerBy, now })).toBe(words)
})
