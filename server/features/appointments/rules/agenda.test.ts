import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hourMs, localDay, sameTimeOn } from '#server/platform/local-time.ts'
import { deskStartProblem, deskWindow, reasonUnchanged } from './agenda.ts'

const now = new Date('2026-11-20T12:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * hourMs)

describe('the starts that the desk may book', () => {
  it('begin half an hour ago and end with the same day 18 months later', () => {
    expect(deskWindow({ now })).toEqual({ earliest: inHours(-0.5), latest: new Date('2028-05-21T02:59:59.999Z') })
  })

  it.each([
    ['2026-11-20T11:30:00Z', undefined],
    ['2026-11-20T11:29:00Z', 'Esa hora ya pasó'],
    ['2026-11-20T12:05:00Z', undefined],
    ['2026-11-20T12:06:00Z', 'Las horas van de 5 en 5 minutos'],
    ['2026-11-20T12:05:01Z', 'Las horas van de 5 en 5 minutos'],
    ['2028-05-21T02:55:00Z', undefined],
    ['2028-05-21T03:00:00Z', 'Se puede agendar hasta 18 meses adelante'],
  ])('have at %s this problem: %s', (startsAt, problem) => {
    expect(deskStartProblem({ startsAt: new Date(startsAt), now })).toBe(problem)
  })
})

it('a start that has passed is no problem for a desk booking, and is one for a booking that the patient made or accepted', () => {
  const acceptedAt = new Date('2026-11-19T12:00:00Z')
  const passed =
    'Esa hora ya pasó, y la cita la reservó, la aceptó o la pagó el paciente: elige una que todavía no empezó'
  const to = (startsAt: Date, moved: { bookedBy: 'patient' | 'center'; acceptedAt: Date | null }) =>
    deskStartProblem({ startsAt, now, moved: { ...moved, expectedStartsAt: null, payments: null, isBeingPaid: false } })
  for (const startsAt of [now, inHours(-0.25)]) {
    expect(to(startsAt, { bookedBy: 'center', acceptedAt: null })).toBeUndefined()
    expect(to(startsAt, { bookedBy: 'center', acceptedAt })).toBe(passed)
    expect(to(startsAt, { bookedBy: 'patient', acceptedAt: null })).toBe(passed)
  }
  expect(to(inHours(0.25), { bookedBy: 'patient', acceptedAt: null })).toBeUndefined()
})

it('a time keeps its wall-clock time on another day, even over a clock change, and has none where the clocks skip it', () => {
  const startsAt = new Date('2026-10-23T08:30:00Z')
  const madrid = { startsAt, zone: 'Europe/Madrid' }
  expect(sameTimeOn({ ...madrid, day: '2026-10-26' })?.toISOString()).toBe('2026-10-26T09:30:00.000Z')
  const newYork = { startsAt: new Date('2026-03-06T07:30:00Z'), zone: 'America/New_York' }
  expect(sameTimeOn({ ...newYork, day: '2026-03-08' })).toBeUndefined()
  expect(sameTimeOn({ ...newYork, day: '2026-03-09' })?.toISOString()).toBe('2026-03-09T06:30:00.000Z')
})

it('for any time and day, the moved time falls on that day and shows the same wall-clock time', () => {
  const zones = fc.constantFrom(
    'America/Montevideo',
    'America/New_York',
    'Europe/Madrid',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
  )
  const dates = fc.date({ min: new Date('2017-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  const wall = (instant: Date, timeZone: string) => instant.toLocaleTimeString('en-GB', { timeZone })
  fc.assert(
    fc.property(zones, dates, dates, (zone, startsAt, date) => {
      const day = date.toISOString().slice(0, 10)
      const there = sameTimeOn({ startsAt, day, zone })
      if (there === undefined) return
      expect(localDay({ instant: there, zone })).toBe(day)
      expect(wall(there, zone)).toBe(wall(startsAt, zone))
    }),
    { numRuns: 300 },
  )
})

it('a refused change has a reason in Spanish, and an unexpected failure has none', () => {
  expect(reasonUnchanged('appointments.slot_taken', undefined)).toBe(
    'No hay lugar a esa hora: acuerda otra por teléfono',
  )
  expect(reasonUnchanged('request.invalid', { fields: [{ path: 'startsAt', message: 'Esa hora ya pasó' }] })).toBe(
    'Esa hora ya pasó',
  )
  expect(reasonUnchanged('service.failure', undefined)).toBeUndefined()
})
