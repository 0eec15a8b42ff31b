import { describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { bookingWindow, cancellationTerms, isChangeable, isHoldLive, pendingDeadline } from './lifecycle.ts'

const now = new Date('2026-11-20T12:00:00Z')
/** Booked two days ago, at a centre that refunds half. */
const booked = {
  status: 'confirmed',
  bookedAt: new Date('2026-11-18T12:00:00Z'),
  lateRefundPercent: 50,
} as const
const hours = (count: number) => new Date(now.getTime() + count * hourMs)

describe('what may be booked', () => {
  it('begins an hour from now and ends with the 90th day in Montevideo', () => {
    const { earliest, latest } = bookingWindow({ now })
    expect(earliest.toISOString()).toBe('2026-11-20T13:00:00.000Z')
    expect(latest.toISOString()).toBe('2027-02-19T02:59:59.999Z')
  })

  it('begins three hours from now at a centre that confirms by hand, so it has an hour to respond', () => {
    const { earliest } = bookingWindow({ now, confirmsManually: true })
    expect(earliest).toEqual(hours(3))
    expect(pendingDeadline({ requestedAt: now, startsAt: earliest })).toEqual(hours(1))
  })

  it('counts days by the clock of Montevideo, where one in the morning UTC is still the day before', () => {
    expect(bookingWindow({ now: new Date('2026-11-21T01:00:00Z') }).latest.toISOString()).toBe(
      '2027-02-19T02:59:59.999Z',
    )
  })
})

describe('cancelling', () => {
  it('is free until exactly 24 hours before the start, and afterwards costs the centre’s share', () => {
    const startsAt = hours(24)
    expect(cancellationTerms({ ...booked, startsAt, now })).toEqual({
      phase: 'ahead',
      freeUntil: now,
      refundPercentNow: 100,
    })
    const later = new Date(now.getTime() + 1)
    expect(cancellationTerms({ ...booked, startsAt, now: later })).toMatchObject({
      phase: 'late',
      refundPercentNow: 50,
    })
  })

  it('is free until exactly 30 minutes after a booking in the last 24 hours', () => {
    const terms = { ...booked, startsAt: hours(3), bookedAt: now }
    const until = new Date(now.getTime() + 30 * minuteMs)
    expect(cancellationTerms({ ...terms, now })).toEqual({
      phase: 'just_booked',
      freeUntil: until,
      refundPercentNow: 100,
    })
    expect(cancellationTerms({ ...terms, now: until }).refundPercentNow).toBe(100)
    const after = new Date(until.getTime() + 1)
    expect(cancellationTerms({ ...terms, now: after })).toMatchObject({ phase: 'late', refundPercentNow: 50 })
  })

  it('will be free for 30 minutes after a hold in the last 24 hours is confirmed', () => {
    const held = { ...booked, status: 'held' as const, startsAt: hours(3), bookedAt: null, now }
    expect(cancellationTerms(held)).toMatchObject({ phase: 'unconfirmed', refundPercentNow: 100 })
    expect(cancellationTerms({ ...held, startsAt: hours(48) }).phase).toBe('ahead')
  })

  it('is free until the start at a centre that always refunds everything', () => {
    const terms = { ...booked, startsAt: hours(1), lateRefundPercent: 100, now }
    expect(cancellationTerms(terms)).toEqual({ phase: 'always_free', freeUntil: hours(1), refundPercentNow: 100 })
  })

  it('does not become free again by a late move', () => {
    const terms = { ...booked, startsAt: hours(500), lateSince: hours(-1), now }
    expect(cancellationTerms(terms)).toEqual({ phase: 'late', freeUntil: hours(-1), refundPercentNow: 50 })
  })

  it('is free until the start once the centre moved the appointment, even after a late move by the patient', () => {
    const moved = { lateSince: hours(-1), movedBy: 'center' as const }
    const terms = { ...booked, startsAt: hours(1), lateRefundPercent: 0, ...moved, now }
    expect(cancellationTerms(terms)).toEqual({ phase: 'moved_by_center', freeUntil: hours(1), refundPercentNow: 100 })
  })

  it('is refused once the appointment has begun', () => {
    expect(isChangeable({ status: 'confirmed', startsAt: hours(1), now })).toBe(true)
    expect(isChangeable({ status: 'pending', startsAt: hours(1), now })).toBe(true)
    expect(isChangeable({ status: 'confirmed', startsAt: now, now })).toBe(false)
    expect(isChangeable({ status: 'completed', startsAt: hours(1), now })).toBe(false)
  })
})

it('a hold is no longer live at the instant when it expires', () => {
  expect(isHoldLive({ status: 'held', holdExpiresAt: new Date(now.getTime() + 1), now })).toBe(true)
  expect(isHoldLive({ status: 'held', holdExpiresAt: now, now })).toBe(false)
  expect(isHoldLive({ status: 'confirmed', holdExpiresAt: null, now })).toBe(false)
})

it('an unanswered request is cancelled after a day, or two hours before it starts', () => {
  expect(pendingDeadline({ requestedAt: now, startsAt: hours(72) })).toEqual(hours(24))
  expect(pendingDeadline({ requestedAt: now, startsAt: hours(10) })).toEqual(hours(8))
})
