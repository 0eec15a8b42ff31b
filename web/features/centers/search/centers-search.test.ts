import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { parseCentersSearch } from './centers-search.ts'
import { toApiSearch } from './search-values.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
})
afterEach(() => vi.useRealTimers())

describe('the day in the address', () => {
  test.each([
    [{}, undefined],
    [{ when: 'today' }, undefined],
    [{ when: 'any' }, 'any'],
    [{ when: 'tomorrow' }, 'tomorrow'],
    [{ when: 'weekend' }, 'weekend'],
    [{ when: '2026-11-25' }, '2026-11-25'],
    [{ when: '2027-02-18' }, '2027-02-18'],
    [{ when: 'date', date: '2026-11-25' }, '2026-11-25'],
    // Today has a value of its own.
    [{ when: '2026-11-20' }, undefined],
    [{ when: '2026-11-19' }, undefined],
    [{ when: '2027-02-19' }, undefined],
    [{ when: '2026-02-30' }, undefined],
    [{ when: 'someday' }, undefined],
    [{ when: 'date' }, undefined],
    // The date counts only with its option.
    [{ when: 'any', date: '2026-11-25' }, 'any'],
  ])('%j is read as %s', (raw, when) => {
    const search = parseCentersSearch(raw)
    expect(search.when).toBe(when)
    expect(search).toMatchObject({ date: undefined })
    expect(parseCentersSearch(search)).toEqual(search)
  })

  test('an unknown part of the day is ignored', () => {
    expect(parseCentersSearch({ part: 'evening' }).part).toBe('evening')
    expect(parseCentersSearch({ part: 'night' }).part).toBeUndefined()
  })

  test('without a day the server is asked for today or later, and for any day without a condition', () => {
    expect(toApiSearch({})).toEqual({ when: 'todayOrLater', page: 1 })
    expect(toApiSearch({ when: 'any', part: 'evening' })).toEqual({ dayPart: 'evening', page: 1 })
    expect(toApiSearch({ when: '2026-11-25' })).toEqual({ when: '2026-11-25', page: 1 })
  })
})
