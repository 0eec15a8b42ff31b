import { expect, test } from 'vitest'

import type { DayChange } from '#contract/day-changes.ts'

import { cancellingWords } from './change-words.ts'

const cancelled = (notified: number, toCall = 0): DayChange => {
  const one = { appointmentId: '', name: 'Ana', wasAt: '', startsAt: null }
  return {
    terms: '',
    changed: notified + toCall,
    notified: Array.from({ length: notified }, () => one),
    toCall: Array.from({ length: toCall }, () => ({ ...one, phone: null })),
    unchanged: [],
    refundCents: 0,
    compensated: 0,
    blocked: null,
  }
}

test('when several people get the mail, the sentence about them is in the plural', () => {
  expect(cancellingWords(cancelled(4, 2))).toEqual(
    expect.arrayContaining([
      'Les avisamos por correo a 4 personas.',
      'A 2 personas no les llega el correo: te decimos a quién llamar.',
    ]),
  )
})

test('when one person gets the mail, the sentence about them is in the singular', () => {
  expect(cancellingWords(cancelled(1))).toContain('Le avisamos por correo a 1 persona.')
})
