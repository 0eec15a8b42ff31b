import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { CenterSearch } from '#contract/center-search.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { distanceMeters } from '../rules/distances.ts'
import { searchCenters } from '../usecases/search-centers.ts'

/** More centres than one stretch of a search walks: 4,000, of which every 4th offers reiki and every 40th has no coordinates. */
type Row = {
  id: string
  latitude: number | null
  longitude: number | null
  rating: number
  total_reviews: number
  services: string[]
}

const origin = { latitude: -34.91, longitude: -56.15 }
let platform: TestPlatform
let rows: Row[]

beforeAll(async () => {
  platform = await testPlatform()
  await sql`
    with made as (
      select gen_random_uuid() as id, i, i || '@prueba.uy' as email from generate_series(1, 4000) i),
    accounts as (insert into users (id, email) select id, email from made returning id),
    people as (insert into profiles (id, user_type, email) select id, 'center', email from made returning id)
    insert into center_profiles (id, center_name, email, address, services, latitude, longitude, rating, total_reviews, approved_at, is_public)
    select id, 'Centro ' || i, email, 'Calle ' || i,
      case when i % 4 = 0 then array['reiki'] else array['nutricion'] end,
      case when i % 40 <> 0 then -34.91 + (i * 7919 % 4001) / 8000.0 end,
      case when i % 40 <> 0 then -56.15 - (i * 104729 % 4003) / 8000.0 end,
      round((i * 31 % 500) / 100.0, 2), i * 17 % 90, now(), i % 100 <> 1
    from made`.execute(platform.db)
  await sql`analyze center_profiles`.execute(platform.db)
  rows = await platform.db
    .selectFrom('center_profiles')
    .select(['id', 'latitude', 'longitude', 'rating', 'total_reviews', 'services'])
    .where('is_public', '=', true)
    .execute()
}, 60_000)

const distanceOf = ({ latitude, longitude }: Row) =>
  latitude === null || longitude === null ? Number.POSITIVE_INFINITY : distanceMeters(origin, { latitude, longitude })
const weightOf = (row: Row) => (row.rating * row.total_reviews + 20) / (row.total_reviews + 5)
const byId = (a: Row, b: Row) => (a.id < b.id ? -1 : 1)
const byWeight = (a: Row, b: Row) => weightOf(b) - weightOf(a) || byId(a, b)
const byDistance = (a: Row, b: Row) => {
  const [one, other] = [distanceOf(a), distanceOf(b)]
  return one === other ? byWeight(a, b) : one - other
}

const near = { latitude: origin.latitude, longitude: origin.longitude }
const offers = (slug: string) => (row: Row) => row.services.includes(slug)
const within = (km: number) => (row: Row) => distanceOf(row) <= km * 1000 || row.latitude === null

const cases: { circumstance: string; search: CenterSearch; matches: (row: Row) => boolean }[] = [
  { circumstance: 'everything', search: {}, matches: () => true },
  { circumstance: 'everything near', search: { ...near, radiusKm: 0 }, matches: () => true },
  { circumstance: 'a quarter of all', search: { service: 'reiki' }, matches: offers('reiki') },
  { circumstance: 'a quarter of all, near', search: { ...near, radiusKm: 0, q: 'reiki' }, matches: offers('reiki') },
  { circumstance: 'a small radius', search: { ...near, radiusKm: 5 }, matches: within(5) },
  {
    circumstance: 'a large radius',
    search: { ...near, radiusKm: 60, service: 'nutricion' },
    matches: (row) => within(60)(row) && offers('nutricion')(row),
  },
  {
    circumstance: 'few anywhere',
    search: { minRating: 4.95, ...near, radiusKm: 0 },
    matches: (row) => row.rating >= 4.95,
  },
  {
    circumstance: 'few in a small radius',
    search: { ...near, radiusKm: 10, minRating: 4.5, service: 'reiki' },
    matches: (row) => within(10)(row) && row.rating >= 4.5 && offers('reiki')(row),
  },
  { circumstance: 'the best rated', search: { ...near, radiusKm: 0, sort: 'rating' }, matches: () => true },
  {
    circumstance: 'the best rated in a radius',
    search: { ...near, radiusKm: 20, sort: 'rating' },
    matches: within(20),
  },
  {
    circumstance: 'the best rated in a small radius',
    search: { ...near, radiusKm: 3, service: 'reiki', sort: 'rating' },
    matches: (row) => within(3)(row) && offers('reiki')(row),
  },
]

test.each(cases)('$circumstance: every page equals that of a full sort', async ({ search, matches }) => {
  const expected = rows.filter(matches).sort(search.latitude === undefined || search.sort ? byWeight : byDistance)
  const total = Math.min(expected.length, 1001)
  const pages = Math.ceil(total / 12)
  for (const page of new Set([1, 2, Math.ceil(pages / 2), pages])) {
    const found = await searchCenters(platform, { ...search, page })
    expect({ page, total: found.total, pages: found.pages }).toEqual({ page, total, pages })
    const slice = expected.slice((page - 1) * 12, page * 12)
    expect(found.items.map(({ center }) => center.id)).toEqual(slice.map((row) => row.id))
  }
  expect((await searchCenters(platform, { ...search, page: pages + 100 })).items).toEqual([])
})

test('one name among thousands is found, also with swapped letters', async () => {
  await sql`update center_profiles set center_name = 'Arcoíris del Prado' where center_name = 'Centro 2222'`.execute(
    platform.db,
  )
  for (const q of ['arcoiris', 'ARCOÍRIS prado', 'arcoirsi']) {
    expect((await searchCenters(platform, { q, ...near, radiusKm: 0 })).items.map(({ center }) => center.name)).toEqual(
      ['Arcoíris del Prado'],
    )
  }
})
