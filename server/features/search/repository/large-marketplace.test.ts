import { sql } from 'kysely'
import type pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { CenterSearch } from '#contract/center-search.ts'
import { readMapArea } from '#contract/map-area.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { distanceMeters } from '../rules/distances.ts'
import { mapCenters } from '../usecases/map-centers.ts'
import { readSearch } from '../usecases/read-search.ts'
import { searchCenters } from '../usecases/search-centers.ts'
import { findCenters } from './find-centers.ts'

/**
 * One of 4,000 centres, more than a search walks at first. Every 4th offers reiki, every 40th has no coordinates, every 5th has
 * the approximate pin of one of seven places, and every 50th accepts a cover.
 */
type Row = {
  id: string
  latitude: number | null
  longitude: number | null
  is_pin_exact: boolean
  rating: number
  total_reviews: number
  services: string[]
  covers: string[]
  isServed: boolean
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
    insert into center_profiles (id, center_name, email, address, services, latitude, longitude, is_pin_exact, rating,
      total_reviews, approved_at, is_public, covers)
    select id, 'Centro ' || i, email, 'Calle ' || i,
      case when i % 4 = 0 then array['reiki'] else array['nutricion'] end,
      case when i % 40 = 0 then null when i % 5 = 2 then -34.9 + i % 7 / 20.0 else -34.91 + (i * 7919 % 4001) / 8000.0 end,
      case when i % 40 = 0 then null when i % 5 = 2 then -56.16 - i % 7 / 20.0 else -56.15 - (i * 104729 % 4003) / 8000.0 end,
      i % 40 <> 0 and i % 5 <> 2,
      round((i * 31 % 500) / 100.0, 2), i * 17 % 90, now(), i % 100 <> 1, case when i % 50 = 0 then array['casmu'] else '{}' end
    from made`.execute(platform.db)
  // A hundred and fifty have a service every day.
  await sql`
    with chosen as (select id, row_number() over (order by id) as i from center_profiles where is_public limit 150),
    made as (
      insert into professionals (id, center_id, full_name) select gen_random_uuid(), id, 'Lic. Ana Silva' from chosen
      returning id, center_id),
    hours as (
      insert into weekly_hours (id, professional_id, weekday, start_minute, end_minute)
      select gen_random_uuid(), id, weekday, 480, 1080 from made cross join generate_series(1, 7) as weekday)
    insert into services (id, center_id, professional_id, service_type, name, price, duration_minutes)
    select gen_random_uuid(), center_id, made.id, services[1], 'Consulta', 150000, 60
    from made join center_profiles on center_profiles.id = center_id`.execute(platform.db)
  await sql`update services set weekly_starts = null`.execute(platform.db)
  await sql`analyze center_profiles`.execute(platform.db)
  rows = await platform.db
    .selectFrom('center_profiles')
    .select(['id', 'latitude', 'longitude', 'is_pin_exact', 'rating', 'total_reviews', 'services', 'covers'])
    .select(sql<boolean>`exists (select from services where services.center_id = center_profiles.id)`.as('isServed'))
    .where('is_public', '=', true)
    .execute()
}, 60_000)

const distanceOf = ({ latitude, longitude }: Row) =>
  latitude === null || longitude === null ? Number.POSITIVE_INFINITY : distanceMeters(origin, { latitude, longitude })
const weightOf = (row: Row) => (row.rating * row.total_reviews + 20) / (row.total_reviews + 5)
const byId = (a: Row, b: Row) => (a.id < b.id ? -1 : 1)
const byWeight = (a: Row, b: Row) => weightOf(b) - weightOf(a) || byId(a, b)
const byDistance = (a: Row, b: Row) => {
  if (a.is_pin_exact !== b.is_pin_exact) return a.is_pin_exact ? -1 : 1
  const [one, other] = [distanceOf(a), distanceOf(b)]
  return one === other ? byWeight(a, b) : one - other
}

const near = { latitude: origin.latitude, longitude: origin.longitude }
const offers = (slug: string) => (row: Row) => row.services.includes(slug)
const within = (km: number) => (row: Row) => distanceOf(row) <= km * 1000 || row.latitude === null

const inArea = (text: string) => {
  const { south = 0, west = 0, north = 0, east = 0 } = readMapArea(text) ?? {}
  return ({ latitude, longitude }: Row) =>
    latitude !== null &&
    longitude !== null &&
    latitude >= south &&
    latitude <= north &&
    longitude >= west &&
    longitude <= east
}
const small = '-34.7,-56.4,-34.6,-56.3'
const whole = '-36,-58,-34,-55'

const cases: { circumstance: string; search: CenterSearch; matches: (row: Row) => boolean }[] = [
  { circumstance: 'all centres', search: {}, matches: () => true },
  { circumstance: 'all centres, the nearest first', search: { ...near, radiusKm: 0 }, matches: () => true },
  { circumstance: 'a quarter of all', search: { service: 'reiki' }, matches: offers('reiki') },
  {
    circumstance: 'a quarter of all, the nearest first',
    search: { ...near, radiusKm: 0, q: 'reiki' },
    matches: offers('reiki'),
  },
  { circumstance: 'a small radius', search: { ...near, radiusKm: 5 }, matches: within(5) },
  {
    circumstance: 'a large radius',
    search: { ...near, radiusKm: 60, service: 'nutricion' },
    matches: (row) => within(60)(row) && offers('nutricion')(row),
  },
  {
    circumstance: 'few matches anywhere',
    search: { minRating: 4.95, ...near, radiusKm: 0 },
    matches: (row) => row.rating >= 4.95,
  },
  {
    circumstance: 'few matches in a small radius',
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
  { circumstance: 'a cover that few accept', search: { cover: 'casmu' }, matches: ({ covers }) => covers.length > 0 },
  {
    circumstance: 'a price that few have',
    search: { ...near, radiusKm: 0, maxPrice: 1_500 },
    matches: ({ isServed }) => isServed,
  },
  {
    circumstance: 'a price among the few centres that accept a cover',
    search: { cover: 'casmu', maxPrice: 1_500 },
    matches: ({ covers, isServed }) => covers.length > 0 && isServed,
  },
  { circumstance: 'a small part of the map', search: { area: small }, matches: inArea(small) },
  { circumstance: 'a map of all centres', search: { area: whole }, matches: inArea(whole) },
  {
    circumstance: 'a part of the map, by the distance from a place beyond it',
    search: { area: small, ...near, radiusKm: 0 },
    matches: inArea(small),
  },
  {
    circumstance: 'few matches on the whole map, the best rated first',
    search: { area: whole, minRating: 4.95, service: 'reiki', sort: 'rating' },
    matches: (row) => inArea(whole)(row) && row.rating >= 4.95 && offers('reiki')(row),
  },
]

test.each(cases)(
  'in a search for $circumstance, every page equals that of a full sort',
  async ({ search, matches }) => {
    const expected = rows.filter(matches).sort(search.latitude === undefined || search.sort ? byWeight : byDistance)
    const pages = Math.ceil(Math.min(expected.length, 1001) / 12)
    for (const page of new Set([1, 2, Math.ceil(pages / 2), pages])) {
      const found = await searchCenters(platform, { ...search, page })
      // A later page is counted further.
      expect(found.countedTo).toBeGreaterThan(Math.min(1000, page * 12))
      expect(found.total).toBe(Math.min(expected.length, found.countedTo))
      expect(found.pages).toBe(Math.ceil(found.total / 12))
      const slice = expected.slice((page - 1) * 12, page * 12)
      expect(found.items.map(({ center }) => center.id)).toEqual(slice.map((row) => row.id))
    }
    expect((await searchCenters(platform, { ...search, page: pages + 100 })).items).toEqual([])
  },
)

test('a map of few centres returns each of them, and a map of many groups the first 1,001 in cells', async () => {
  const expected = rows.filter(inArea(small))
  const few = await mapCenters(platform, { area: small })
  expect(few).toMatchObject({ total: expected.length, isCut: false, cells: [] })
  expect(few.points.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())

  const many = await mapCenters(platform, { area: whole })
  expect(many).toMatchObject({ total: 1001, isCut: true })
  expect(many.points.length + many.cells.reduce((sum, { count }) => sum + count, 0)).toBe(1001)
  expect(many.cells.length).toBeLessThan(200)
})

const onMap: { circumstance: string; search: CenterSearch; matches: (row: Row) => boolean }[] = [
  { circumstance: 'all centres', search: {}, matches: () => true },
  { circumstance: 'a frequent service', search: { service: 'nutricion' }, matches: offers('nutricion') },
  { circumstance: 'a service of fewer than a thousand', search: { service: 'reiki' }, matches: offers('reiki') },
  { circumstance: 'a typed need', search: { q: 'reiki' }, matches: offers('reiki') },
  { circumstance: 'a rating that few have', search: { minRating: 4.95 }, matches: (row) => row.rating >= 4.95 },
  { circumstance: 'a rating that many have', search: { minRating: 2 }, matches: (row) => row.rating >= 2 },
  { circumstance: 'a cover', search: { cover: 'mutualista' }, matches: ({ covers }) => covers.length > 0 },
  { circumstance: 'a price', search: { maxPrice: 1_500 }, matches: ({ isServed }) => isServed },
  { circumstance: 'a radius', search: { ...near, radiusKm: 12 }, matches: within(12) },
  {
    circumstance: 'a service in a radius',
    search: { ...near, radiusKm: 12, service: 'nutricion' },
    matches: (row) => within(12)(row) && offers('nutricion')(row),
  },
]

describe.each([{ isSparse: true }, { isSparse: false }])('on a map where isSparse is $isSparse', ({ isSparse }) => {
  test.each(onMap)('$circumstance are all found, or 1,001 of them', async ({ search, matches }) => {
    const { filter } = await readSearch(platform, { ...search, area: whole })
    const box = filter.box && { ...filter.box, isSparse }
    const page = { offset: 0, limit: 1_001 }
    const found = await platform.db
      .transaction()
      .execute((tx) => findCenters(tx, { filter: { ...filter, box }, order: 'any', page, countTo: 1_001 }))
    const expected = new Set(rows.filter((row) => matches(row) && inArea(whole)(row)).map(({ id }) => id))
    expect(found).toMatchObject({ total: Math.min(expected.size, 1_001), countedTo: 1_001 })
    expect(new Set(found.centerIds).size).toBe(found.total)
    expect(found.centerIds.filter((id) => !expected.has(id))).toEqual([])
  })
})

test('a search for a time counts 100 centres, and further down the pages 100 more', async () => {
  const search: CenterSearch = { ...near, radiusKm: 0, when: 'tomorrow' }
  expect(await searchCenters(platform, search)).toMatchObject({ total: 101, countedTo: 101, pages: 9 })
  expect(await searchCenters(platform, { ...search, page: 9 })).toMatchObject({
    total: 150,
    countedTo: 1_001,
    pages: 13,
  })
  const last = await searchCenters(platform, { ...search, page: 13 })
  expect(last.items).toHaveLength(6)
})

test('a single name among thousands is found, also with swapped letters', async () => {
  await sql`update center_profiles set center_name = 'Arcoíris del Prado' where center_name = 'Centro 2222'`.execute(
    platform.db,
  )
  for (const q of ['arcoiris', 'ARCOÍRIS prado', 'arcoirsi']) {
    expect((await searchCenters(platform, { q, ...near, radiusKm: 0 })).items.map(({ center }) => center.name)).toEqual(
      ['Arcoíris del Prado'],
    )
  }
})

const planned: { circumstance: string; search: CenterSearch }[] = [
  {
    circumstance: 'a text, a specialty and a radius',
    search: { ...near, radiusKm: 25, q: 'arcoiris', specialties: ['nutricion'] },
  },
  { circumstance: 'the nearest with a rating', search: { ...near, radiusKm: 50, minRating: 4 } },
  { circumstance: 'those free today in a radius', search: { ...near, radiusKm: 10, when: 'today' } },
  { circumstance: 'those free on any of 14 days', search: { dayPart: 'evening', service: 'reiki' } },
  { circumstance: 'the best rated', search: { sort: 'rating', ...near } },
  { circumstance: 'those on a part of the map', search: { area: small, service: 'reiki' } },
  { circumstance: 'those free today on a part of the map', search: { area: small, when: 'today' } },
  { circumstance: 'those on the whole map, from a place', search: { area: whole, ...near, radiusKm: 0 } },
]

// The bench repeats this with 100,000 centres or more.
test.each(planned)('no plan for $circumstance reads a whole table', async ({ search }) => {
  const { area } = search
  const statements = await recordStatements(() => searchCenters(platform, search))
  if (area) statements.push(...(await recordStatements(() => mapCenters(platform, { ...search, area }))))
  expect(statements.length).toBeGreaterThan(3)
  const client = await platform.pool.connect()
  onTestFinished(() => client.release(true))
  await client.query('begin')
  for (const { text, values } of statements.filter(({ text }) => /^\s*(select|with)\b/.test(text))) {
    const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    if (text.includes('set_config')) await client.query(text, values)
    const scans = plan
      .map((row) => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1])
      .filter((table) => table !== undefined)
    expect(scans, text).not.toContain('center_profiles')
    expect(scans, text).not.toContain('services')
    expect(scans, text).not.toContain('appointments')
  }
})

type Statement = { text: string; values: unknown[] }

/** Records the statements that the platform sends to the database during `run`. */
async function recordStatements(run: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const restore: (() => void)[] = []
  const record = (client: pg.PoolClient) => {
    const query = client.query
    client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
      if (typeof text === 'string') statements.push({ text, values: Array.isArray(values) ? values : [] })
      return (query as (...input: unknown[]) => unknown).call(client, text, values, ...rest)
    }) as typeof client.query
    restore.push(() => {
      client.query = query
    })
  }
  platform.pool.on('acquire', record)
  await run()
  platform.pool.off('acquire', record)
  for (const each of restore.toReversed()) each()
  return statements
}
