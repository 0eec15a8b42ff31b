import { describe, expect, it } from 'vitest'
import {
  bookingWindow,
  cancellationTerms,
  isChangeable,
  isHoldLive,
  offersPlace,
  pendingDeadline,
} from './lifecycle.ts'

const now = new Date('2026-11-20T12:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

describe('what may be booked', () => {
  it('begins an hour from now and ends with the ninetieth day in Montevideo', () => {
    const { earliest, latest } = bookingWindow({ now })
    expect(earliest.toISOString()).toBe('2026-11-20T13:00:00.000Z')
    expect(latest.toISOString()).toBe('2027-02-19T02:59:59.999Z')
  })

  it('begins three hours from now where a centre answers by hand, so that it has an hour to do so', () => {
    const { earliest } = bookingWindow({ now, confirmsManually: true })
    expect(earliest).toEqual(hours(3))
    expect(pendingDeadline({ requestedAt: now, startsAt: earliest })).toEqual(hours(1))
  })

  it('counts days by the wall in Montevideo, where an hour after midnight in Greenwich is still yesterday', () => {
    expect(bookingWindow({ now: new Date('2026-11-21T01:00:00Z') }).latest.toISOString()).toBe(
      '2027-02-19T02:59:59.999Z',
    )
  })

  it('depends on how the professional works', () => {
    expect(offersPlace({ modalities: ['Presencial'], place: 'center' })).toBe(true)
    expect(offersPlace({ modalities: ['Presencial'], place: 'online' })).toBe(false)
    expect(offersPlace({ modalities: ['Mixta'], place: 'online' })).toBe(true)
    expect(offersPlace({ modalities: ['Mixta'], place: 'home' })).toBe(false)
    expect(offersPlace({ modalities: ['A domicilio'], place: 'home' })).toBe(true)
  })
})

describe('cancelling', () => {
  it('is free until exactly 24 hours before, then costs what the centre keeps', () => {
    const startsAt = hours(24)
    expect(cancellationTerms({ startsAt, lateRefundPercent: 50, now })).toEqual({
      freeUntil: now,
      refundPercentNow: 100,
    })
    const later = new Date(now.getTime() + 1)
    expect(cancellationTerms({ startsAt, lateRefundPercent: 50, now: later }).refundPercentNow).toBe(50)
  })

  it('does not become free again by moving late', () => {
    const terms = { startsAt: hours(500), lateRefundPercent: 50, lateSince: hours(-1), now }
    expect(cancellationTerms(terms)).toEqual({ freeUntil: hours(-1), refundPercentNow: 50 })
  })

  it('is free until it starts once the centre itself moved it, however late the patient was before', () => {
    const terms = { startsAt: hours(1), lateRefundPercent: 0, lateSince: hours(-1), movedBy: 'center' as const, now }
    expect(cancellationTerms(terms)).toEqual({ freeUntil: hours(1), refundPercentNow: 100 })
  })

  it('is over once the appointment has begun', () => {
    expect(isChangeable({ status: 'confirmed', startsAt: hours(1), now })).toBe(true)
    expect(isChangeable({ status: 'pending', startsAt: hours(1), now })).toBe(true)
    expect(isChangeable({ status: 'confirmed', startsAt: now, now })).toBe(false)
    expect(isChangeable({ status: 'completed', startsAt: hours(1), now })).toBe(false)
  })
})

it('a hold is over at its last millisecond', () => {
  expect(isHoldLive({ status: 'held', holdExpiresAt: new Date(now.getTime() + 1), now })).toBe(true)
  expect(isHoldLive({ status: 'held', holdExpiresAt: now, now })).toBe(false)
  expect(isHoldLive({ status: 'confirmed', holdExpiresAt: null, now })).toBe(false)
})

it('what nobody confirmed frees itself after a day, or two hours before it starts', () => {
  expect(pendingDeadline({ requestedAt: now, startsAt: hours(72) })).toEqual(hours(24))
  expect(pendingDeadline({ requestedAt: now, startsAt: hours(10) })).toEqual(hours(8))
})
