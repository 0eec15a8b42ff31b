import { expect, test } from 'vitest'
import type { Appointment } from '#contract/appointments.ts'
import { paymentSentence } from './payment-sentence.ts'

const sentence = (money: Pick<Appointment, 'paidCents' | 'discountCents' | 'dueCents'>) =>
  paymentSentence({ ...money, payingCheckoutId: null, place: 'center', can: { pay: true } } as Appointment).replaceAll(
    '\u00a0',
    ' ',
  )

test.each([
  [{ paidCents: 205_000, discountCents: 0, dueCents: 0 }, 'Ya está pagada.'],
  [
    { paidCents: 174_250, discountCents: 30_750, dueCents: 0 },
    'Ya está pagada: pagaste $ 1.742,50, con $ 307,50 de descuento.',
  ],
  [
    { paidCents: 100_000, discountCents: 15_000, dueCents: 70_000 },
    'Pagaste $ 1.000, con $ 150 de descuento. Faltan $ 700: los pagas en línea o en el centro.',
  ],
])('the sentence beside the price says what was paid and what a discount took off: %o', (money, expected) => {
  expect(sentence(money)).toBe(expected)
})

test.each([
  ['center', 'en el centro'],
  ['online', 'directamente al centro'],
  ['home', 'directamente al centro'],
] as const)('a patient who is attended at the place %s pays %s', (place, where) => {
  const money = { paidCents: 0, discountCents: 0, dueCents: 205_000 }
  const appointment = { ...money, payingCheckoutId: null, place, can: { pay: false } } as Appointment
  expect(paymentSentence(appointment)).toBe(`Se paga ${where}.`)
})
