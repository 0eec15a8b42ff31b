import { describe, expect, it } from 'vitest'
import { dependantLine, nameForCenter, paymentText } from './wording.ts'

const appointment = {
  status: 'confirmed',
  place: 'center',
  priceCents: 150_000,
  discountCents: 0,
  paidCents: 0,
  depositCents: null,
  isByPackage: false,
} as const

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

  it('says to the patient of a video call that the centre is paid directly', () => {
    const online = { ...appointment, place: 'online' } as const
    expect(paymentText({ appointment: online, paysOnline: false })).toBe('Se paga directamente al centro.')
  })

  it('is missing for a free appointment', () => {
    expect(paymentText({ appointment: { ...appointment, priceCents: 0 }, paysOnline: true })).toBeNull()
  })
})

describe('a dependant in the texts about an appointment', () => {
  const ofSofia = { dependantName: 'Sofía Gil', dependantRelation: 'Hija', dependantBirthDate: '2019-05-04' }

  it('is told to the patient by name, and with the relation where both have one name', () => {
    expect(dependantLine({ ...ofSofia, patientName: 'Marta Gil' })).toEqual(['Es la cita de Sofía Gil.'])
    expect(dependantLine({ ...ofSofia, patientName: 'sofia gil ' })).toEqual(['Es la cita de Sofía Gil (hija).'])
    const own = { dependantName: null, dependantRelation: null, dependantBirthDate: null, patientName: 'Marta Gil' }
    expect(dependantLine(own)).toEqual([])
  })

  it('is told to the centre with the age on the day of the appointment, while the account exists', () => {
    const startsAt = new Date('2026-05-04T13:00:00Z')
    const nameOf = (dependantBirthDate: string | null) =>
      nameForCenter({ name: 'Sofía G.', appointment: { dependantBirthDate, startsAt } })
    expect(nameOf('2019-05-04')).toBe('Sofía G. (7 años)')
    expect(nameOf('1900-01-01')).toBe('Sofía G.')
    expect(nameOf(null)).toBe('Sofía G.')
  })
})
