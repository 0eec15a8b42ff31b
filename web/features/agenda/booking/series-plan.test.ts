import { describe, expect, test } from 'vitest'

import type { SeriesConflict, SeriesDate } from '#contract/series.ts'

import { coveredBy, planSeries, timesLeft } from './series-plan.ts'

const day = (number: number, hour = 13) => `2026-12-${String(number).padStart(2, '0')}T${hour}:00:00.000Z`
const free = (number: number): SeriesDate => ({
  startsAt: day(number),
  isLastOfMonth: false,
  holiday: null,
  conflict: null,
  freeTimes: [],
  nearest: null,
})
const refused = (number: number, kind: SeriesConflict['kind'] = 'taken'): SeriesDate => ({
  ...free(number),
  conflict: {
    kind,
    startsAt: null,
    endsAt: null,
    name: '',
    professionalName: '',
    canInsist: kind === 'absence' || kind === 'holiday',
  },
  freeTimes: [day(number, 15), day(number, 16)],
  nearest: day(number, 15),
})

describe('the plan of a series', () => {
  test('books the free dates, and waits for a decision about the others', () => {
    const plan = planSeries({ dates: [free(1), refused(8), free(15)], resolutions: {} })
    expect(plan).toMatchObject({ open: 1, skipped: 0, starts: [{ startsAt: day(1) }, { startsAt: day(15) }] })
  })

  test('books the chosen time of a date, in the order of the starts', () => {
    const resolutions = { [day(8)]: { kind: 'move', startsAt: day(16) } } as const
    const { starts, open } = planSeries({ dates: [refused(8), free(15)], resolutions })
    expect(open).toBe(0)
    expect(starts.map(({ startsAt }) => startsAt)).toEqual([day(15), day(16)])
  })

  test('leaves out what is skipped, also a free date', () => {
    const resolutions = { [day(1)]: { kind: 'skip' } } as const
    expect(planSeries({ dates: [free(1), free(8)], resolutions })).toMatchObject({ skipped: 1, open: 0 })
  })

  test('agrees to a time outside the hours only where the professional is away, and never to a taken one', () => {
    const insist = { kind: 'insist' } as const
    const resolutions = { [day(1)]: insist, [day(8)]: insist, [day(15)]: insist }
    const plan = planSeries({ dates: [refused(1, 'absence'), refused(8, 'holiday'), refused(15)], resolutions })
    expect(plan.starts).toEqual([{ startsAt: day(1), evenOutsideHours: true }, { startsAt: day(8) }])
    expect(plan.open).toBe(1)
  })

  test('offers no time that another date of the series has taken', () => {
    const resolutions = { [day(1)]: { kind: 'move', startsAt: day(8, 15) } } as const
    const plan = planSeries({ dates: [refused(1), refused(8)], resolutions })
    const row = plan.rows[1]
    expect(row && timesLeft({ plan, row, durationMinutes: 60 })).toEqual({
      nearest: undefined,
      freeTimes: [day(8, 16)],
    })
    expect(row && timesLeft({ plan, row, durationMinutes: 90 }).freeTimes).toEqual([])
  })
})

test('a package pays for as many of the first appointments as it has sessions, until its last day', () => {
  const starts = [1, 8, 15].map((number) => ({ startsAt: day(number) }))
  expect(coveredBy({ leftSessions: 2, validUntil: '2027-01-01' }, starts)).toBe(2)
  expect(coveredBy({ leftSessions: 9, validUntil: '2026-12-08' }, starts)).toBe(2)
  expect(coveredBy({ leftSessions: 9, validUntil: '2027-01-01' }, starts)).toBe(3)
})
