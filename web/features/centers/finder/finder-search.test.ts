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

test('the weekend is a filter of the day', () => {
  expect(toApiSearch({ availability: 'weekend' })).toEqual({ when: 'weekend', page: 1 })
})

test.each([
  [{ specialty: 'brujeria', km: '7', rating: '9', availability: 'siempre', page: '-1', near: '../x' }],
  [{ specialty: ['psicologia'], km: Number.NaN, rating: {}, availability: null, page: '9'.repeat(40) }],
])('unknown values %o are left out', (raw) => {
  expect(finderHref(read(raw))).toBe('/search-centers')
})
