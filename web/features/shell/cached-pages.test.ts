import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { pageParametersHeader } from '#contract/pages.ts'
import { parseBookingSearch } from '#web/features/appointments/booking-search.ts'
import { parseAuthSearch } from '#web/features/auth/registration/auth-search.ts'
import { parseCentersSearch } from '#web/features/centers/search/centers-search.ts'
import { cachedFor } from '#web/platform/page-cache.ts'

const parametersOf = (parse?: (raw: Record<string, unknown>) => object) => cachedFor(10, parse)()[pageParametersHeader]

test('a cached page names every parameter that it reads', () => {
  expect(parametersOf()).toBe('')
  expect(parametersOf(parseAuthSearch)?.split(',')).toEqual(expect.arrayContaining(['next', 'tipo']))
  expect(parametersOf(parseBookingSearch)).not.toBe('')
  expect(parametersOf(parseCentersSearch)?.split(',')).toEqual(
    expect.arrayContaining(['q', 'near', 'at', 'km', 'specialties', 'when', 'part', 'rating', 'page']),
  )
})

const folder = join(import.meta.dirname, '../../routes')
const sources = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)

const cached = sources.filter(([, source]) => source.includes('cachedFor('))

test.each(cached)('%s passes its search parser to the page cache', (_, source) => {
  const parse = /validateSearch: (\w+),/.exec(source)?.[1]
  const keeps = /cachedFor\(\d+(?:, (\w+))?\)/.exec(source)
  expect(keeps).not.toBeNull()
  expect(keeps?.[1]).toBe(parse)
})
