import { describe, expect, it } from 'vitest'
import { paymentText } from './wording.ts'

const appointment = { status: 'confirmed', priceCents: 150_000, discountCents: 0, paidCents: 0 } as const

describe('what the mail of a booked appointment says about payment', () => {
  it.each([
    { circumstance: 'no gateway', paysOnline: false, paidCents: 0, text: 'Se paga en el centro.' },
    {
      circumstance: 'a gateway',
      paysOnline: true,
      paidCents: 0,
      text: 'Puedes pagarla en línea, desde tus citas, o en el centro.',
    },
    { circumstance: 'paid', paysOnline: true, paidCents: 150_000, text: 'Ya está pagada: $\u00a01.500.' },
    {
      circumstance: 'paid in part',
      paysOnline: false,
      paidCents: 50_000,
      text: 'Pagaste $\u00a0500. Faltan $\u00a01.000: los pagas en el centro.',
    },
  ])('is true with $circumstance', ({ paysOnline, paidCents, text }) => {
    expect(paymentText({ appointment: { ...appointment, paidCents }, paysOnline })).toBe(text)
  })

  it('is nothing for a free appointment', () => {
    expect(paymentText({ appointment: { ...appointment, priceCents: 0 }, paysOnline: true })).toBeNull()
  })
})
