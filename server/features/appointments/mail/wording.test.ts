import { describe, expect, it } from 'vitest'
import { paymentText } from './wording.ts'

const appointment = { status: 'confirmed', priceCents: 150_000, discountCents: 0, paidCents: 0 } as const

describe('the sentence about payment in the mail of a booked appointment', () => {
  it.each([
    {
      circumstance: 'before a payment, without a gateway',
      paysOnline: false,
      paidCents: 0,
      text: 'Se paga en el centro.',
    },
    {
      circumstance: 'before a payment, with a gateway',
      paysOnline: true,
      paidCents: 0,
      text: 'Puedes pagarla en línea, desde tus citas, o en el centro.',
    },
    {
      circumstance: 'after a payment of the whole price',
      paysOnline: true,
      paidCents: 150_000,
      text: 'Ya está pagada: $\u00a01.500.',
    },
    {
      circumstance: 'after a payment in part',
      paysOnline: false,
      paidCents: 50_000,
      text: 'Pagaste $\u00a0500. Faltan $\u00a01.000: los pagas en el centro.',
    },
  ])('says what is paid, what is due and where to pay it $circumstance', ({ paysOnline, paidCents, text }) => {
    expect(paymentText({ appointment: { ...appointment, paidCents }, paysOnline })).toBe(text)
  })

  it('is missing for a free appointment', () => {
    expect(paymentText({ appointment: { ...appointment, priceCents: 0 }, paysOnline: true })).toBeNull()
  })
})
