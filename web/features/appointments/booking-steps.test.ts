import { expect, test } from 'vitest'

import { bookingStep } from './booking-steps.ts'

test('without a step in the URL, the choices lead to the furthest step', () => {
  expect(bookingStep({ requested: undefined, hasOffer: false, hold: 'no' })).toBe('what')
  expect(bookingStep({ requested: undefined, hasOffer: true, hold: 'unknown' })).toBe('when')
  expect(bookingStep({ requested: undefined, hasOffer: true, hold: 'yes' })).toBe('confirm')
})

test('a held time does not keep the visitor from going back', () => {
  expect(bookingStep({ requested: 'when', hasOffer: true, hold: 'yes' })).toBe('when')
  expect(bookingStep({ requested: 'what', hasOffer: true, hold: 'yes' })).toBe('what')
})

test('a step whose data is missing falls back to the furthest one that has it', () => {
  expect(bookingStep({ requested: 'confirm', hasOffer: true, hold: 'no' })).toBe('when')
  expect(bookingStep({ requested: 'confirm', hasOffer: false, hold: 'no' })).toBe('what')
  expect(bookingStep({ requested: 'when', hasOffer: false, hold: 'no' })).toBe('what')
})

test('a reload of the confirm step waits for the held time instead of showing another step first', () => {
  expect(bookingStep({ requested: 'confirm', hasOffer: true, hold: 'unknown' })).toBe('confirm')
})
