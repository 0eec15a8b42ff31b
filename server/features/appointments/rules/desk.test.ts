import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDay, sameTimeOn } from '#server/platform/local-time.ts'
import { type DeskState, deskAbilities, entryWindow, whyItStays, whyNotEntered } from './desk.ts'

const now = new Date('2026-11-20T12:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

const unpaid = { collectedAt: null, refundCents: null, refundedAt: null }

const able = (input: Partial<DeskState> & { from: number; ownsBooks?: boolean }) => {
  const { from, ...state } = input
  const span = { startsAt: inHours(from), endsAt: inHours(from + 1) }
  const can = deskAbilities({
    status: 'confirmed',
    arrivedAt: null,
    ...unpaid,
    reviewed: false,
    ownsBooks: false,
    ...span,
    ...state,
    now,
  })
  return Object.entries(can)
    .filter(([, may]) => may)
    .map(([verb]) => verb)
}

describe('what the desk may do', () => {
  it.each<[string, Parameters<typeof able>[0], string[]]>([
    ['a held time: nothing', { from: 2, status: 'held' }, []],
    ['a cancelled one: nothing', { from: 2, status: 'cancelled' }, []],
    ['a request', { from: 48, status: 'pending' }, ['confirm', 'move', 'cancel']],
    ['one of another day', { from: 48 }, ['move', 'cancel', 'collect']],
    ['one of today', { from: 3 }, ['arrive', 'move', 'cancel', 'collect']],
    ['one that begins now', { from: 0 }, ['arrive', 'complete', 'noShow', 'move', 'cancel', 'collect']],
    ['somebody who arrived', { from: 0, arrivedAt: now }, ['undoArrival', 'complete', 'collect']],
    ['one that is over', { from: -2 }, ['arrive', 'complete', 'noShow', 'collect']],
    ['a completed one', { from: -2, status: 'completed' }, ['noShow', 'reopen', 'collect']],
    ['one completed early', { from: -0.5, status: 'completed' }, ['noShow', 'reopen', 'collect']],
    ['one that was paid', { from: -2, status: 'completed', collectedAt: now }, ['reopen', 'undoCollection']],
    ['one that was written about', { from: -2, status: 'completed', reviewed: true }, ['collect']],
    ['an absence', { from: -2, status: 'no_show' }, ['reopen']],
    ['an absence of last week', { from: -7 * 24 - 1, status: 'no_show' }, []],
    ['a completed one of last week', { from: -7 * 24 - 1, status: 'completed' }, ['collect']],
    ['one that was paid and missed', { from: -2, collectedAt: now }, ['arrive', 'complete', 'undoCollection']],
    ['a payment of a week ago', { from: -200, status: 'completed', collectedAt: inHours(-168) }, []],
    [
      'the same, to the owner',
      { from: -200, status: 'completed', collectedAt: inHours(-168), ownsBooks: true },
      ['undoCollection'],
    ],
    ['a cancelled one that was paid', { from: 2, status: 'cancelled', collectedAt: now }, ['undoCollection']],
    [
      'money that is owed for long',
      { from: 2, status: 'cancelled', collectedAt: inHours(-900), refundCents: 5 },
      ['undoCollection'],
    ],
    [
      'money that was given back',
      { from: 2, status: 'cancelled', collectedAt: now, refundCents: 5, refundedAt: now, ownsBooks: true },
      [],
    ],
  ])('with %s', (_, state, verbs) => {
    expect(able(state)).toEqual(verbs)
  })

  it('goes by the day on the wall: at ten at night tomorrow morning is not today', () => {
    const night = new Date('2026-11-21T01:00:00Z')
    const span = { startsAt: new Date('2026-11-21T12:00:00Z'), endsAt: new Date('2026-11-21T13:00:00Z') }
    const state = {
      status: 'confirmed' as const,
      arrivedAt: null,
      ...unpaid,
      reviewed: false,
      ownsBooks: false,
      ...span,
    }
    expect(deskAbilities({ ...state, now: night }).arrive).toBe(false)
    expect(deskAbilities({ ...state, now: new Date('2026-11-21T03:00:00Z') }).arrive).toBe(true)
  })
})

describe('the starts that the desk may enter', () => {
  it('begin half an hour ago and end with the ninetieth day', () => {
    expect(entryWindow({ now })).toEqual({ earliest: inHours(-0.5), latest: new Date('2027-02-19T02:59:59.999Z') })
  })

  it.each([
    ['2026-11-20T11:30:00Z', undefined],
    ['2026-11-20T11:29:00Z', 'Esa hora ya pasó'],
    ['2026-11-20T12:05:00Z', undefined],
    ['2026-11-20T12:06:00Z', 'Las horas van de 5 en 5 minutos'],
    ['2026-11-20T12:05:01Z', 'Las horas van de 5 en 5 minutos'],
    ['2027-02-19T02:55:00Z', undefined],
    ['2027-02-19T03:00:00Z', 'Se puede agendar hasta 90 días adelante'],
  ])('%s: %s', (startsAt, problem) => {
    expect(whyNotEntered({ startsAt: new Date(startsAt), now })).toBe(problem)
  })
})

it('the same time of another day is the same on the wall, over a change of the clocks, and none where they skip it', () => {
  const startsAt = new Date('2026-10-23T08:30:00Z')
  const madrid = { startsAt, zone: 'Europe/Madrid' }
  expect(sameTimeOn({ ...madrid, day: '2026-10-26' })?.toISOString()).toBe('2026-10-26T09:30:00.000Z')
  const newYork = { startsAt: new Date('2026-03-06T07:30:00Z'), zone: 'America/New_York' }
  expect(sameTimeOn({ ...newYork, day: '2026-03-08' })).toBeUndefined()
  expect(sameTimeOn({ ...newYork, day: '2026-03-09' })?.toISOString()).toBe('2026-03-09T06:30:00.000Z')
})

it('for any time and day, the same time is of that day and shows the same on the wall', () => {
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

it('what stays says why in words, and a failure of ours is no reason', () => {
  expect(whyItStays('appointments.slot_taken', undefined)).toBe('No hay lugar a esa hora: acuerda otra por teléfono')
  expect(whyItStays('request.invalid', { fields: [{ path: 'startsAt', message: 'Esa hora ya pasó' }] })).toBe(
    'Esa hora ya pasó',
  )
  expect(whyItStays('service.failure', undefined)).toBeUndefined()
})
