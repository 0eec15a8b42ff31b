import { beforeAll, describe, expect, test } from 'vitest'
import type { CenterSearchResult } from '#contract/center-search.ts'
import type { MapResult } from '#contract/map.ts'
import { openTestServer } from '#server/testing/app-server.ts'
import { buildCenter, buildProfessional, buildService } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { mapCenters } from './map-centers.ts'
import { searchCenters } from './search-centers.ts'

/** The neighbourhood Pocitos, without its neighbour Buceo. */
const pocitos = '-34.9200,-56.1600,-34.9000,-56.1400'
const montevideo = '-35.0000,-56.4000,-34.7000,-56.0000'
let url: string
let ids: Record<'fisio' | 'psico', string>

beforeAll(async () => {
  const platform = await testPlatform()
  const fisio = await buildCenter(platform, { name: 'Movimiento Libre', neighborhood: 'Pocitos' })
  await buildService(platform, { centerId: fisio.centerId, priceCents: 180_000 })
  const psico = await buildCenter(platform, { name: 'Clínica Ñandú', neighborhood: 'Buceo' })
  await buildService(platform, {
    centerId: psico.centerId,
    serviceType: 'psicoterapia',
    name: 'Sesión de psicoterapia',
    priceCents: 90_000,
    // Only on Saturdays.
    hours: [{ weekday: 6, startMinute: 10 * 60, endMinute: 12 * 60 }],
  })
  await buildCenter(platform, { name: 'Fisio Salto', neighborhood: null, department: 'Salto' })
  const unplaced = await buildCenter(platform, {
    name: 'Centro Sin Mapa',
    neighborhood: null,
    department: 'Atlántida',
    specialties: ['Fisioterapia'],
  })
  await platform.db
    .updateTable('center_profiles')
    .set({ covers: ['casmu'] })
    .where('id', '=', unplaced.centerId)
    .execute()
  await buildCenter(platform, { name: 'Centro Oculto', neighborhood: 'Pocitos', isPublic: false })
  ids = { fisio: fisio.centerId, psico: psico.centerId }
  const server = await openTestServer({ platform })
  url = server.url
  return server.close
})

async function get<Body>(path: string): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${url}/api/v1${path}`)
  return { status: response.status, body: (await response.json()) as Body }
}

async function onMap(query: string): Promise<string[]> {
  const { status, body } = await get<MapResult>(`/map/centers?${query}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ total: body.points.length, isCut: false, cells: [] })
  return body.points.map(({ name }) => name).toSorted()
}

async function inList(query: string): Promise<string[]> {
  const { body } = await get<CenterSearchResult>(`/centers?${query}`)
  return body.items.map(({ name }) => name).toSorted()
}

describe('the map and the list of one search', () => {
  test.each([
    ['a neighbourhood', `area=${pocitos}`, ['Movimiento Libre']],
    ['a city', `area=${montevideo}`, ['Clínica Ñandú', 'Movimiento Libre']],
    ['a service', `area=${montevideo}&service=psicoterapia`, ['Clínica Ñandú']],
    ['a typed need', `area=${montevideo}&q=fisioterapeuta`, ['Movimiento Libre']],
    ['today', `area=${montevideo}&when=today`, ['Movimiento Libre']],
    ['the weekend', `area=${montevideo}&when=weekend`, ['Clínica Ñandú', 'Movimiento Libre']],
    ['a place far away, without a radius', `area=${pocitos}&near=salto&radiusKm=0`, ['Movimiento Libre']],
    ['a radius that ends before the area', `area=${pocitos}&near=salto&radiusKm=5`, []],
    ['a typed place without such a centre', `area=${montevideo}&q=psicologo%20en%20salto`, ['Clínica Ñandú']],
    ['the sea', 'area=-35.5,-56.2,-35.2,-55.9', []],
  ])('for %s both have the centres of the area, and none without coordinates', async (_, query, expected) => {
    expect(await onMap(query)).toEqual(expected)
    expect(await inList(query)).toEqual(expected)
  })

  test('show the next days when no centre has a free time today', async () => {
    const query = `area=${montevideo}&service=psicoterapia&when=todayOrLater`
    expect(await onMap(query)).toEqual(['Clínica Ñandú'])
    expect(await inList(query)).toEqual(['Clínica Ñandú'])
  })

  test('have the same price of a service', async () => {
    const { body } = await get<MapResult>(`/map/centers?area=${pocitos}&q=fisioterapia`)
    const list = await get<CenterSearchResult>(`/centers?area=${pocitos}&q=fisioterapia`)
    expect(body.points).toEqual([
      {
        id: ids.fisio,
        name: 'Movimiento Libre',
        latitude: expect.closeTo(-34.91),
        longitude: expect.closeTo(-56.15),
        isExact: true,
        priceCents: 180_000,
      },
    ])
    expect(list.body.items[0]?.offer?.priceCents).toBe(180_000)
  })

  test('have the price of the service with a free time, when the cheaper one has none', async () => {
    const platform = await testPlatform()
    const { centerId } = await buildService(platform, { hours: [], priceCents: 90_000 })
    const other = await buildProfessional(platform, { centerId })
    await buildService(platform, { ...other, name: 'Fisioterapia en sala', priceCents: 120_000 })
    const center = await platform.db
      .selectFrom('center_profiles')
      .select(['latitude', 'longitude'])
      .executeTakeFirstOrThrow()
    const [latitude, longitude] = [center.latitude ?? 0, center.longitude ?? 0]
    const area = [latitude - 0.1, longitude - 0.1, latitude + 0.1, longitude + 0.1].join()
    const map = await mapCenters(platform, { area, service: 'fisioterapia' })
    const [listed] = (await searchCenters(platform, { area, service: 'fisioterapia' })).items
    expect(map.points.map(({ priceCents }) => priceCents)).toEqual([120_000])
    expect(listed?.offer?.group[0].priceCents).toBe(120_000)
  })

  test.each([
    ['a requested price that no centre has', 'q=psicoterapia%20gratis', ['Clínica Ñandú']],
    ['a place without such a centre', 'q=psicoterapia%20en%20salto', ['Clínica Ñandú']],
    ['a similar word', 'q=psicoterrapia', ['Clínica Ñandú']],
  ])('for %s both drop the same of it', async (_, query, expected) => {
    expect(await inList(query)).toEqual(expected)
    expect(await onMap(query)).toEqual(expected)
    expect(await onMap(`part=${montevideo}&${query}`)).toEqual(expected)
  })

  test('keep a request that only a centre without coordinates meets, so that the map is empty', async () => {
    expect(await inList('q=fisioterapia%20por%20Casmu')).toEqual(['Centro Sin Mapa'])
    expect(await onMap('q=fisioterapia%20por%20Casmu')).toEqual([])
  })

  test.each([
    ['a price', 'q=hasta%20$%20900'],
    ['a specialty', 'q=psicoterapia'],
    ['a similar name', 'q=clinica%20nadu'],
  ])('a part of the map without a centre of %s stays empty, whatever else is there', async (_, query) => {
    expect(await onMap(query)).toEqual(['Clínica Ñandú'])
    expect(await onMap(`part=${pocitos}&${query}`)).toEqual([])
  })

  test('for one centre find it only if it meets the other filters', async () => {
    expect(await inList(`centerId=${ids.psico}`)).toEqual(['Clínica Ñandú'])
    expect(await inList(`centerId=${ids.psico}&when=weekend`)).toEqual(['Clínica Ñandú'])
    expect(await inList(`centerId=${ids.psico}&when=today`)).toEqual([])
    expect(await inList(`centerId=${ids.psico}&area=${pocitos}`)).toEqual([])
    expect((await get(`/centers?centerId=1`)).status).toBe(422)
  })
})

describe('a part of the map that no screen sends', () => {
  test.each([
    ['an area without numbers', 'area=NaN,NaN,NaN,NaN'],
    ['an infinite number', 'area=-Infinity,-56,-34,Infinity'],
    ['a latitude out of range', 'area=-91,-56,-89,-55'],
    ['south above north', 'area=-34.85,-56.25,-34.95,-56.05'],
    ['across the antimeridian', 'area=-20,179,-10,-179'],
    ['the whole earth', 'area=-90,-180,90,180'],
    ['5,000 characters', `area=${'1'.repeat(5000)}`],
    ['SQL', `area=${encodeURIComponent("-35,-56,-34,-55'; drop table services; --")}`],
    ['two areas', `area[0]=${pocitos}&area[1]=${pocitos}`],
  ])('%s is refused with an error that names the field', async (_, query) => {
    const { status, body } = await get(`/map/centers?${query}`)
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain('area')
    expect((await get(`/map/centers?${query.replaceAll('area', 'part')}`)).status).toBe(422)
  })

  test('is also refused by the list', async () => {
    expect((await get('/centers?area=-90,-180,90,180')).status).toBe(422)
  })

  test('at a pole or on the meridian of Greenwich is empty, not an error', async () => {
    for (const area of ['80,-10,90,10', '-90,170,-80,180', '-10,-10,10,10'])
      expect(await onMap(`area=${area}`)).toEqual([])
  })

  test('with an unknown place is refused', async () => {
    expect((await get(`/map/centers?area=${pocitos}&near=atlantis`)).status).toBe(422)
  })
})

test('the route of the tiles returns null without tiles in the settings, and otherwise their source', async () => {
  expect((await get('/map/tiles')).body).toEqual({ tiles: null })
  const tiles = { url: 'https://tile.example/{z}/{x}/{y}.png', attribution: '© Example', attributionUrl: undefined }
  const server = await openTestServer({ platform: await testPlatform({ settings: { tiles } }) })
  try {
    const response = await fetch(`${server.url}/api/v1/map/tiles`)
    expect(await response.json()).toEqual({ tiles: { ...tiles, attributionUrl: null } })
  } finally {
    await server.close()
  }
})
