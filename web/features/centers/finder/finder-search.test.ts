import { expect, test } from 'vitest'

import { toApiSearch } from './finder-results.ts'
import { parseFinderSearch } from './finder-search.ts'
import { finderHref, readFinderSearch } from './finder-values.ts'

const read = (raw: Record<string, unknown>) => readFinderSearch(parseFinderSearch(raw))

test('the URL keeps each filter of the page, and the API receives them all', () => {
  const search = read({
    q: ' ansiedad ',
    specialty: 'psicologia',
    near: 'pocitos',
    km: '10',
    rating: '4.5',
    availability: 'evening',
    page: 2,
  })
  expect(finderHref(search)).toBe(
    '/search-centers?q=ansiedad&specialty=psicologia&near=pocitos&km=10&rating=4.5&availability=evening&page=2',
  )
  expect(toApiSearch(search)).toEqual({
    q: 'ansiedad',
    specialties: ['psicologia'],
    near: 'pocitos',
    radiusKm: 10,
    minRating: 4.5,
    dayPart: 'evening',
    page: 2,
  })
})

test.each([
  ['a place', { near: 'pocitos' }, { near: 'pocitos', radiusKm: 50 }],
  ["the visitor's position", { near: '-34.9,-56.15' }, { latitude: -34.9, longitude: -56.15, radiusKm: 50 }],
  ['a chosen distance', { near: 'pocitos', km: '5' }, { near: 'pocitos', radiusKm: 5 }],
  ['no limit', { near: 'pocitos', km: '0' }, { near: 'pocitos', radiusKm: 0 }],
  ['a distance without a place', { km: '5' }, {}],
])('around %s the distance is 50 km unless the visitor chooses another', (_what, raw, sent) => {
  expect(toApiSearch(read(raw))).toEqual({ ...sent, page: 1 })
})

test('the distance of a place that is the default is not in the URL', () => {
  expect(finderHref(read({ near: 'pocitos', km: '50' }))).toBe('/search-centers?near=pocitos')
})

test('the weekend is a filter of the day', () => {
  expect(toApiSearch({ availability: 'weekend' })).toEqual({ when: 'weekend', page: 1 })
})

test.each([
  [{ specialty: 'brujeria', km: '7', rating: '9', availability: 'siempre', page: '-1', near: '../x' }],
  [{ specialty: ['psicologia'], km: Number.NaN, rating: {}, availability: null, page: '9'.repeat(40) }],
])('unknown values %o are left out', (raw) => {
  expect(finderHref(read(raw))).toBe('/search-centers')
})
