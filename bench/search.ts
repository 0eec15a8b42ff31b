// Searches over HTTP in marketplaces of several sizes, beside the same statements without our layer, beside sending every
// centre to the browser, and beside PostGIS where POSTGIS_URL names a database of a server that has it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import type { CenterSearch } from '#contract/center-search.ts'
import type { MapSearch } from '#contract/map.ts'
import type { Coordinates } from '#server/features/centers/centers.types.ts'
import { distanceMeters, pointOf } from '#server/features/search/rules/distances.ts'
import { listSuggestions } from '#server/features/search/usecases/list-suggestions.ts'
import { mapCenters } from '#server/features/search/usecases/map-centers.ts'
import { recommendCenters } from '#server/features/search/usecases/recommend-centers.ts'
import { searchCenters } from '#server/features/search/usecases/search-centers.ts'
import type { Platform } from '#server/platform/platform.ts'
import { openConnection } from './connection.ts'
import { claim, median, milliseconds, quantilesOf, report, whole } from './figures.ts'
import { openMarketplaces } from './marketplace.ts'
import { recordStatements, replay, type Statement, sequentialScans } from './search-statements.ts'

const warmUp = 30
/** More rows than this take too long to be sent to a browser. */
const mostInBrowser = 100_000

const near = ['pocitos', 'salto', 'cordon', 'maldonado', 'carrasco', 'rivera', 'centro', 'paysandu', 'malvin', 'melo']
const words = ['araranal', 'ibitisol', 'ceibumar', 'urundalen', 'tabacuedor', 'molimbigay', 'carurozu', 'guasausol']
const fields = ['fisioterapia', 'psicologia', 'nutricion', 'logopedia'] as const
const specialties = ['fisioterapia' as const]
const services = ['fisioterapia', 'psicoterapia', 'nutricion', 'acupuntura'] as const
const needs = ['dolor de espalda', 'ansiedad', 'bajar de peso', 'contractura'] as const
const itemAt = <Value>(list: readonly Value[], index: number) => list[index % list.length] as Value

/** `path` of the request over HTTP, and `run` for the use case behind it. */
type Request = { path: string; run: (platform: Platform) => Promise<unknown> }
type Kind = {
  name: string
  target: string
  request: (index: number) => Request
  /** Its results are centres with free times. */
  hasTimes: boolean
  samples: number
}

const searching = (search: CenterSearch): Request => ({
  path: `/api/v1/centers?${queryOf(search)}`,
  run: (platform) => searchCenters(platform, search),
})
const search = { target: '15 and 150 ms at a million', hasTimes: true, samples: 150 }
const other = { target: 'no figure', hasTimes: false, samples: 80 }
const map = { target: 'p50 50 ms at 100,000', hasTimes: false, samples: 80 }

const kinds: Kind[] = [
  {
    ...search,
    name: 'text, specialty and 25 km',
    request: (n) =>
      searching({ q: itemAt(words, n), specialties: [itemAt(fields, n)], near: itemAt(near, n), radiusKm: 25 }),
  },
  {
    ...search,
    name: 'nearest with a rating',
    request: (n) => searching({ minRating: 4.5, near: itemAt(near, n), radiusKm: 50 }),
  },
  {
    ...search,
    name: 'available today, 10 km',
    request: (n) => searching({ when: 'today', near: itemAt(near, n), radiusKm: 10 }),
  },
  { ...other, name: 'a misspelt name', request: (n) => searching({ q: misspelt(n) }) },
  { ...other, name: 'suggestions', request: (n) => suggesting(`${firstLetters(n)} ${secondLetters(n)}`) },
  { ...other, name: 'suggestions, misspelt', request: (n) => suggesting(`${misspelt(n)} ${secondLetters(n)}`) },
  { ...other, name: 'recommendations', request: recommending },
  ...Object.entries({ 'a neighbourhood': 0.01, 'a city': 0.15, 'the country': 4 }).flatMap(([area, degrees]) => [
    { ...map, name: `map of ${area}`, request: (n: number) => mapping(n, { degrees }) },
    { ...map, name: `map of ${area}, specialty`, request: (n: number) => mapping(n, { degrees, specialties }) },
    { ...map, name: `map of ${area}, text`, request: (n: number) => mapping(n, { degrees, specialties, q: needs[0] }) },
  ]),
]

/** The last two letters are swapped. */
const misspelt = (n: number) => itemAt(words, n).replace(/(.)(.)$/, '$2$1')
/** No text repeats within a few seconds, because the server keeps recent results. */
const firstLetters = (n: number) => itemAt(words, n).slice(0, 3 + (n % 5))
const secondLetters = (n: number) => itemAt(words, Math.floor(n / 8) + 3).slice(0, 2 + (n % 3))

const suggesting = (q: string): Request => ({
  path: `/api/v1/suggestions?${new URLSearchParams({ q })}`,
  run: (platform) => listSuggestions(platform, { q }),
})

function recommending(n: number): Request {
  const input = { service: itemAt(services, n), need: `${itemAt(needs, n)} ${n}`, near: itemAt(near, n) }
  return {
    path: `/api/v1/recommendations?${new URLSearchParams(input)}`,
    run: (platform) => recommendCenters(platform, input),
  }
}
/** An area around Montevideo, never the same one twice. */
function mapping(n: number, { degrees, ...filters }: { degrees: number } & Omit<MapSearch, 'area'>): Request {
  const input: MapSearch = { area: areaAround(n, degrees), ...filters }
  return { path: `/api/v1/map/centers?${queryOf(input)}`, run: (platform) => mapCenters(platform, input) }
}

/** South, west, north and east. */
function areaAround(n: number, degrees: number): string {
  const [latitude, longitude] = [-34.88 + (n % 10) / 1000, -56.16 + Math.floor(n / 10) / 1000]
  return [latitude - degrees, longitude - degrees, latitude + degrees, longitude + degrees]
    .map((each) => each.toFixed(4))
    .join()
}

/** `centers`: 100,000, or a million with --scale 1m. */
export async function benchSearch(centers: number): Promise<void> {
  const marketplaces = await openMarketplaces()
  try {
    const medians = new Map<string, number[]>()
    for (const size of [...new Set([10_000, centers])]) {
      const { url, seconds } = await marketplaces.urlOf(size)
      console.log(`  ${whole(size)} centres${seconds === undefined ? ', kept' : `, made in ${seconds.toFixed(0)} s`}`)
      for (const { name, p50 } of await benchSize({ url, size })) {
        medians.set(name, [...(medians.get(name) ?? []), p50])
      }
    }
    for (const [name, [small = Number.NaN, large = Number.NaN]] of medians) {
      report(`growth of ${name}`, { 'p50 ratio': (large / small).toFixed(2), target: 'under 3' })
    }
  } finally {
    await marketplaces.stop()
  }
}

async function benchSize({ url, size }: { url: string; size: number }): Promise<{ name: string; p50: number }[]> {
  const server = fork(new URL('./search-server.ts', import.meta.url), [url])
  const bare = new pg.Client({ connectionString: url })
  await bare.connect()
  try {
    const { rows } = await bare.query<{ stale: number }>(
      `select count(*)::int as stale from services where id in (select id from services limit 500)
         and weekly_starts is distinct from weekly_starts_of(professional_id, duration_minutes)`,
    )
    claim(rows[0]?.stale === 0, 'the stored start times are those of the hours')
    const [origin] = (await once(server, 'message')) as [string]
    await warmServer(origin)
    const results = []
    for (const kind of kinds) results.push({ name: kind.name, p50: await benchKind({ url, origin, bare, ...kind }) })
    if (size <= mostInBrowser) await benchBrowser(bare)
    await benchPostgis(bare)
    return results
  } finally {
    await bare.end()
    server.disconnect()
    await once(server, 'exit')
  }
}

/** V8 compiles the code of a search during its first thousand or so; a server runs for days. */
async function warmServer(origin: string): Promise<void> {
  const connection = await openConnection(origin)
  for (let index = 0; index < 1500; index++) {
    const { path } = itemAt(kinds.slice(0, 3), index).request(index)
    const headers = { 'x-forwarded-for': `198.51.${101 + Math.floor(index / 250)}.${index % 250}` }
    const { status } = await connection.send({ method: 'GET', path, headers })
    if (status !== 200) throw new Error(`${path} got ${status}`)
  }
  connection.close()
}

type Run = Kind & { url: string; origin: string; bare: pg.Client }

async function benchKind({ url, origin, bare, name, target, request, hasTimes, samples }: Run): Promise<number> {
  const requests = Array.from({ length: samples }, (_, index) => request(index))
  const statements = await recordStatements(url, {
    first: request(samples).run,
    each: requests.map(({ run }) => run),
  })
  claim(
    statements.every(({ length }) => length >= 4),
    'every request sends statements',
  )
  const scanned = await sequentialScans(url, statements.slice(0, 20))
  claim(scanned.length === 0, `no plan of «${name}» reads a whole table ${scanned.join('; ')}`)
  const connection = await openConnection(origin)
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const known = names.get(text) ?? `${name} ${names.size}`
    names.set(text, known)
    return known
  }
  const figures = { api: [] as number[], sql: [] as number[] }
  let cards = 0
  for (const [index, { path }] of requests.entries()) {
    const sentAt = performance.now()
    const { status, body } = await connection.send({
      method: 'GET',
      path,
      // The limits count by address.
      headers: { 'x-forwarded-for': `198.51.100.${index % 250}` },
    })
    const respondedAt = performance.now()
    if (status !== 200) throw new Error(`${name} got ${status}`)
    await replay(bare, statements[index] as Statement[], nameOf)
    if (index < warmUp) continue
    figures.api.push(respondedAt - sentAt)
    figures.sql.push(performance.now() - respondedAt)
    cards += listFound(body).filter(({ nextTimes }) => !hasTimes || (nextTimes?.length ?? 0) > 0).length
  }
  connection.close()
  claim(cards > 0, `«${name}» finds ${hasTimes ? 'centres with free times' : 'something'}`)
  const ratio = median(figures.api) / median(figures.sql)
  report(name, { ...quantilesOf(figures.api), target })
  report('  its statements without our layer', {
    ...quantilesOf(figures.sql),
    ratio: ratio.toFixed(2),
    target: '1.50',
  })
  return median(figures.api)
}

type Listed = { nextTimes?: unknown[] }

/** The results of a list, or the markers of a map. */
function listFound(body: string): Listed[] {
  const { items, points = [], cells = [] } = JSON.parse(body) as Partial<Record<'items' | 'points' | 'cells', Listed[]>>
  return items ?? [...points, ...cells]
}

function queryOf({ specialties = [], ...search }: CenterSearch): string {
  const query = new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)]))
  for (const [index, key] of specialties.entries()) query.set(`specialties[${index}]`, key)
  return query.toString()
}

/** Every public centre is sent to the browser, which sorts them by distance. */
async function benchBrowser(bare: pg.Client): Promise<void> {
  const startedAt = performance.now()
  const { rows } = await bare.query<{ latitude: number; longitude: number }>(
    `select id, center_name, description, specialties, services, rating, total_reviews, address, latitude, longitude
     from center_profiles where is_public and approved_at is not null and latitude is not null`,
  )
  const json = JSON.stringify(rows)
  const parsed = JSON.parse(json) as typeof rows
  const place = { latitude: -34.91, longitude: -56.15 }
  parsed.map((row) => ({ row, meters: distanceMeters(place, row) })).sort((a, b) => a.meters - b.meters)
  report('all centres to the browser', {
    once: milliseconds(performance.now() - startedAt),
    megabytes: (json.length / 1e6).toFixed(1),
  })
}

/** The twelve nearest centres alone, from our index and from that of PostGIS with the same points. */
async function benchPostgis(bare: pg.Client): Promise<void> {
  const url = process.env.POSTGIS_URL
  if (!url) {
    report('PostGIS with KNN', { is: 'not measured; POSTGIS_URL names no database' })
    return
  }
  const postgis = new pg.Client({ connectionString: url })
  await postgis.connect()
  try {
    await postgis.query('create extension if not exists postgis')
    await postgis.query('create temporary table nearest (id uuid, point geography)')
    const { rows } = await bare.query<{ id: string; latitude: number; longitude: number }>(
      `select id, latitude, longitude from center_profiles
       where is_public and approved_at is not null and latitude is not null`,
    )
    for (let start = 0; start < rows.length; start += 50_000) {
      const part = rows.slice(start, start + 50_000)
      await postgis.query(
        `insert into nearest
         select id, st_setsrid(st_makepoint(longitude, latitude), 4326)
         from unnest($1::uuid[], $2::float8[], $3::float8[]) as centers (id, latitude, longitude)`,
        [part.map(({ id }) => id), part.map(({ latitude }) => latitude), part.map(({ longitude }) => longitude)],
      )
    }
    await postgis.query('create index on nearest using gist (point)')
    await postgis.query('analyze nearest')
    const knn = 'select id from nearest order by point <-> st_setsrid(st_makepoint($2, $1), 4326)::geography limit 12'
    const { rows: plan } = await postgis.query<{ 'QUERY PLAN': string }>(`explain ${knn}`, [-34.91, -56.15])
    claim(
      plan.some((line) => line['QUERY PLAN'].includes('Index Scan')),
      'PostGIS finds the nearest by its index',
    )
    report(
      'PostGIS with KNN, 12 nearest alone',
      quantilesOf(
        await timeNearest(postgis, { text: knn, valuesOf: ({ latitude, longitude }) => [latitude, longitude] }),
      ),
    )
  } finally {
    await postgis.end()
  }
  const ours = `select id from center_profiles where is_public and approved_at is not null and position is not null
    order by position <-> cube($1::float8[]) limit 12`
  const figures = await timeNearest(bare, { text: ours, valuesOf: (point) => [pointOf(point)] })
  report('  our index, 12 nearest alone', quantilesOf(figures))
}

async function timeNearest(
  client: pg.Client,
  { text, valuesOf }: { text: string; valuesOf: (point: Coordinates) => unknown[] },
): Promise<number[]> {
  const figures: number[] = []
  for (let index = 0; index < search.samples; index++) {
    const values = valuesOf({ latitude: -34.91, longitude: -56.15 + index / 1000 })
    const sentAt = performance.now()
    const { rowCount } = await client.query({ name: 'nearest', text, values })
    if (rowCount !== 12) throw new Error(`${rowCount} nearest centres`)
    if (index >= warmUp) figures.push(performance.now() - sentAt)
  }
  return figures
}
