import { describe, expect, it } from 'vitest'
import { zone } from '#contract/calendar.ts'
import type { Rhythm } from '#contract/series.ts'
import { localDay } from '#server/platform/local-time.ts'
import { seriesStarts } from './series-dates.ts'

const tuesdayAtSix = new Date('2026-12-01T21:00:00Z')

function daysOf(input: { startsAt: Date; rhythm: Rhythm; count?: number; until?: string; extra?: number }) {
  const { startsAt, rhythm, count, until, extra = 0 } = input
  const end = until === undefined ? { count: count ?? 2 } : { until }
  const { starts } = seriesStarts({ startsAt, zone, rhythm, end, extra })
  return starts.map((start) => localDay({ instant: start.startsAt, zone }))
}

describe('the dates of a series', () => {
  it('are ten Tuesdays at six, one week apart, over the end of the year', () => {
    const { starts, isCut } = seriesStarts({
      startsAt: tuesdayAtSix,
      zone,
      rhythm: 'weekly',
      end: { count: 10 },
      extra: 0,
    })
    expect(starts).toHaveLength(10)
    expect(starts.at(-1)?.startsAt.toISOString()).toBe('2027-02-02T21:00:00.000Z')
    expect(starts.every(({ exists, isLastOfMonth }) => exists && !isLastOfMonth)).toBe(true)
    expect(isCut).toBe(false)
  })

  it('are two weeks apart when they are fortnightly', () => {
    expect(daysOf({ startsAt: tuesdayAtSix, rhythm: 'fortnightly', count: 3 })).toEqual([
      '2026-12-01',
      '2026-12-15',
      '2026-12-29',
    ])
  })

  it('fall on the last day of a month that has no 31st, and return to the 31st afterwards', () => {
    const startsAt = new Date('2027-01-31T13:00:00Z')
    expect(daysOf({ startsAt, rhythm: 'monthly_date', count: 5 })).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ])
    const { starts } = seriesStarts({ startsAt, zone, rhythm: 'monthly_date', end: { count: 3 }, extra: 0 })
    expect(starts.map(({ isLastOfMonth }) => isLastOfMonth)).toEqual([false, true, false])
  })

  it('fall on the 29th of February in a leap year', () => {
    const startsAt = new Date('2028-01-30T13:00:00Z')
    expect(daysOf({ startsAt, rhythm: 'monthly_date', count: 2 })).toEqual(['2028-01-30', '2028-02-29'])
  })

  it('keep the weekday of the month, and its last one where a fifth is missing', () => {
    expect(daysOf({ startsAt: new Date('2026-12-08T13:00:00Z'), rhythm: 'monthly_weekday', count: 3 })).toEqual([
      '2026-12-08',
      '2027-01-12',
      '2027-02-09',
    ])
    expect(daysOf({ startsAt: new Date('2026-12-29T13:00:00Z'), rhythm: 'monthly_weekday', count: 4 })).toEqual([
      '2026-12-29',
      '2027-01-26',
      '2027-02-23',
      '2027-03-30',
    ])
  })

  it('end with the last day, which counts, or before it', () => {
    expect(daysOf({ startsAt: tuesdayAtSix, rhythm: 'weekly', until: '2026-12-15' })).toHaveLength(3)
    expect(daysOf({ startsAt: tuesdayAtSix, rhythm: 'weekly', until: '2026-12-14' })).toHaveLength(2)
    expect(daysOf({ startsAt: tuesdayAtSix, rhythm: 'weekly', until: '2026-11-30' })).toEqual([])
  })

  it('are at most 52, and say when the last day allows more', () => {
    const request = { startsAt: tuesdayAtSix, zone, rhythm: 'weekly', extra: 0 } as const
    const long = seriesStarts({ ...request, end: { until: '2199-01-01' } })
    expect(long.starts).toHaveLength(52)
    expect(long.isCut).toBe(true)
    expect(seriesStarts({ ...request, end: { until: '2027-11-23' } }).isCut).toBe(false)
    expect(seriesStarts({ ...request, end: { count: 53 } }).starts).toHaveLength(52)
  })

  it('go on after the last one for each date that is left out', () => {
    expect(daysOf({ startsAt: tuesdayAtSix, rhythm: 'weekly', until: '2026-12-08', extra: 2 })).toEqual([
      '2026-12-01',
      '2026-12-08',
      '2026-12-15',
      '2026-12-22',
    ])
  })

  it('keep the local time where the clocks change, and tell where the clocks skip it', () => {
    const inMadrid = { startsAt: new Date('2027-03-20T17:00:00Z'), zone: 'Europe/Madrid', extra: 0 } as const
    const starts = seriesStarts({ ...inMadrid, rhythm: 'weekly', end: { count: 3 } }).starts
    expect(starts.map(({ startsAt }) => startsAt.toISOString())).toEqual([
      '2027-03-20T17:00:00.000Z',
      '2027-03-27T17:00:00.000Z',
      '2027-04-03T16:00:00.000Z',
    ])
    const skipped = seriesStarts({
      startsAt: new Date('2027-03-21T01:30:00Z'),
      zone: 'Europe/Madrid',
      rhythm: 'weekly',
      end: { count: 2 },
      extra: 0,
    }).starts[1]
    expect(skipped).toMatchObject({ exists: false, startsAt: new Date('2027-03-28T01:30:00Z') })
  })
})
