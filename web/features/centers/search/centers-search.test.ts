import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { parseCentersSearch } from './centers-search.ts'
import { toApiSearch } from './search-values.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
})
afterEach(() => vi.useRealTimers())

describe('the day in the URL', () => {
  test.each([
    [{}, undefined],
    [{ when: 'today' }, undefined],
    [{ when: 'any' }, 'any'],
    [{ when: 'tomorrow' }, 'tomorrow'],
    [{ when: 'weekend' }, 'weekend'],
    [{ when: '2026-11-25' }, '2026-11-25'],
    [{ when: '2027-02-18' }, '2027-02-18'],
    [{ when: 'date', date: '2026-11-25' }, '2026-11-25'],
    [{ when: 'date', date: '25/11/2026' }, '2026-11-25'],
    [{ when: 'date', date: '1-12-2026' }, '2026-12-01'],
    [{ when: 'date', date: '31/11/2026' }, undefined],
    // Today's date is read as "today", which is the default.
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

  test('without a day the request asks for today or later, and any day sends no condition', () => {
    expect(toApiSearch({})).toEqual({ when: 'todayOrLater', page: 1 })
    expect(toApiSearch({ when: 'any', part: 'evening' })).toEqual({ dayPart: 'evening', page: 1 })
    expect(toApiSearch({ when: '2026-11-25' })).toEqual({ when: '2026-11-25', page: 1 })
  })
})

describe('the map in the URL', () => {
  test.each([
    ['-34.95,-56.25,-34.85,-56.05', '-34.95,-56.25,-34.85,-56.05'],
    ['-90,-180,90,180', undefined],
    ['-34.85,-56.25,-34.95,-56.05', undefined],
    ['NaN,NaN,NaN,NaN', undefined],
    ['here', undefined],
  ])('the area %s is read as %s', (area, read) => {
    expect(parseCentersSearch({ area }).area).toBe(read)
  })

  test('only the value 1 opens the map', () => {
    expect(parseCentersSearch({ map: 1 }).map).toBe('1')
    expect(parseCentersSearch({ map: 'yes' }).map).toBeUndefined()
  })

  test('an area is searched without the radius of a place, typed or chosen', () => {
    const area = '-34.95,-56.25,-34.85,-56.05'
    expect(toApiSearch({ area, near: 'salto', km: '5', when: 'any' })).toEqual({
      area,
      near: 'salto',
      radiusKm: 0,
      page: 1,
    })
    expect(toApiSearch({ area, q: 'yoga en salto', when: 'any' })).toEqual({
      area,
      q: 'yoga en salto',
      radiusKm: 0,
      page: 1,
    })
  })
})

test('the filters of care are kept as text, and only those that exist are sent', () => {
  const raw = {
    when: 'any',
    modality: 'home',
    maxPrice: 0,
    ages: 'children',
    gender: 'man',
    cover: 'casmu',
    language: 'english',
  }
  const sent = { ...raw, when: undefined, page: 1 }
  expect(toApiSearch(parseCentersSearch(raw))).toEqual(sent)
  const unknown = {
    when: 'any',
    modality: 'x',
    maxPrice: '-1',
    ages: ['children'],
    gender: '',
    cover: 'toString',
    language: 'zz',
  }
  expect(toApiSearch(parseCentersSearch(unknown))).toEqual({ page: 1 })
  expect(parseCentersSearch({ cover: 'c'.repeat(500) }).cover).toHaveLength(30)
})
