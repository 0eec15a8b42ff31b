import { expect, test } from 'vitest'

import { parseServiceSearch, serviceHref } from './service-search.ts'

test('an address with filters reads as the same filters after it is written and parsed', () => {
  const search = { q: 'rodilla', near: 'punta-carretas' as const, page: '3' }
  const { searchParams } = new URL(serviceHref('fisioterapia', search), 'http://here.invalid')
  expect(parseServiceSearch(Object.fromEntries(searchParams))).toEqual(search)
})

test.each([{ q: '  ', near: 'atlantis', page: '1' }, { q: ['a'], near: {}, page: '-2' }, { page: '1e3' }, {}])(
  'invalid or default values %o leave the address without parameters',
  (raw) => {
    expect(serviceHref('reiki', parseServiceSearch(raw))).toBe('/services/reiki')
  },
)
