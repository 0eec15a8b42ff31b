import { beforeAll, expect, test } from 'vitest'
import type { CenterSearch } from '#contract/center-search.ts'
import { buildCenter, buildProfessional, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { searchRoutes } from '../routes/search.ts'

/** Friday 20 November 2026, 09:00 in Montevideo. */
let platform: TestPlatform

const search = (input: CenterSearch) => clientOf(platform, searchRoutes.centers, undefined).search(input)
const names = async (input: CenterSearch) => (await search(input)).items.map(({ name }) => name)

const friday = { weekday: 5, startMinute: 10 * 60, endMinute: 12 * 60 }
const saturday = { ...friday, weekday: 6 }
const fridayAfternoon = { weekday: 5, startMinute: 15 * 60, endMinute: 17 * 60 }

type Town = { name: string; neighborhood: string | null; price: number; rating: number; reviews: number }
const town: (Town & { hours: (typeof friday)[]; verified?: boolean })[] = [
  { name: 'Pocitos', neighborhood: 'Pocitos', price: 300_000, rating: 4, reviews: 50, hours: [saturday] },
  { name: 'Buceo', neighborhood: 'Buceo', price: 100_000, rating: 4.9, reviews: 80, hours: [], verified: false },
  { name: 'Cordón', neighborhood: 'Cordón', price: 200_000, rating: 4.5, reviews: 20, hours: [friday] },
  { name: 'Sin mapa', neighborhood: null, price: 150_000, rating: 5, reviews: 1, hours: [fridayAfternoon] },
]

beforeAll(async () => {
  platform = await testPlatform()
  for (const { name, neighborhood, price, rating, reviews, hours, verified = true } of town) {
    const department = neighborhood ? 'Montevideo' : 'Atlántida'
    const { centerId } = await buildCenter(platform, { name: `Centro ${name}`, neighborhood, department, verified })
    const { professionalId } = await buildService(platform, { centerId, priceCents: price, hours })
    // A card shows this service only when the search names it.
    const follow = { name: 'Control', priceCents: 50_000, durationMinutes: 30 }
    await buildService(platform, { centerId, professionalId, ...follow })
    const rated = { rating, total_reviews: reviews }
    await platform.db.updateTable('center_profiles').set(rated).where('id', '=', centerId).execute()
  }
  await buildCenter(platform, { name: 'Centro Sin servicios', neighborhood: 'Pocitos', verified: false })
})

const near = { near: 'pocitos', radiusKm: 0 }
const orders: { circumstance: string; input: CenterSearch; expected: string[] }[] = [
  {
    circumstance: 'by price',
    input: { sort: 'price' },
    expected: ['Buceo', 'Sin mapa', 'Cordón', 'Pocitos', 'Sin servicios'],
  },
  {
    circumstance: 'by price near a place',
    input: { ...near, sort: 'price' },
    expected: ['Buceo', 'Sin mapa', 'Cordón', 'Pocitos', 'Sin servicios'],
  },
  {
    circumstance: 'by rating near a place',
    input: { ...near, sort: 'rating' },
    expected: ['Buceo', 'Cordón', 'Sin mapa', 'Pocitos', 'Sin servicios'],
  },
  {
    circumstance: 'by the next free time',
    input: { ...near, sort: 'nextTime' },
    expected: ['Cordón', 'Sin mapa', 'Pocitos', 'Sin servicios', 'Buceo'],
  },
  {
    circumstance: 'by distance, with those without coordinates last',
    input: { ...near, sort: 'distance' },
    expected: ['Pocitos', 'Sin servicios', 'Buceo', 'Cordón', 'Sin mapa'],
  },
  {
    circumstance: 'by price among those that are equally near, where the text asks for a low price near a place',
    input: { q: 'barato en Pocitos' },
    expected: ['Buceo', 'Pocitos', 'Sin servicios', 'Cordón', 'Sin mapa'],
  },
  { circumstance: 'today by price', input: { when: 'today', sort: 'price' }, expected: ['Sin mapa', 'Cordón'] },
  { circumstance: 'today by rating', input: { when: 'today', sort: 'rating' }, expected: ['Cordón', 'Sin mapa'] },
  {
    circumstance: 'with only the verified ones',
    input: { ...near, verifiedOnly: true },
    expected: ['Pocitos', 'Cordón', 'Sin mapa'],
  },
]

test.each(orders)('the search lists the centres $circumstance', async ({ input, expected }) => {
  const found = await names(input)
  // Two centres have the same position, so their ids decide their order.
  const isTie = (name: string) => name === 'Pocitos' || name === 'Sin servicios'
  const plain = found.map((name) => name.replace('Centro ', ''))
  if (input.sort === 'distance') expect(plain.filter(isTie)).toHaveLength(2)
  const without = (list: string[]) => (input.sort === 'distance' ? list.filter((name) => !isTie(name)) : list)
  expect(without(plain)).toEqual(without(expected))
})

test('in the order by price, the prices on the cards ascend', async () => {
  const { items } = await search({ sort: 'price' })
  expect(items.map(({ offer }) => offer?.priceCents)).toEqual([100_000, 150_000, 200_000, 300_000, undefined])
})

test('centres with an approximate pin are behind all exact ones by distance, the nearest place first, without a distance', async () => {
  const platform = await testPlatform()
  const build = (name: string, neighborhood: string, isPinExact: boolean) =>
    buildCenter(platform, { name, neighborhood, isPinExact })
  await build('Aprox Aguada', 'Aguada', false)
  await build('Aprox Pocitos', 'Pocitos', false)
  await build('Exacto Aguada', 'Aguada', true)
  await buildCenter(platform, { name: 'Aprox Salto', neighborhood: null, department: 'Salto', isPinExact: false })
  await buildCenter(platform, { name: 'Sin mapa', neighborhood: null, department: 'Atlántida' })
  const found = async (input: CenterSearch) => {
    const { items } = await clientOf(platform, searchRoutes.centers, undefined).search({ near: 'pocitos', ...input })
    return items.map(({ name, distanceMeters, pinPrecision }) => [name, distanceMeters, pinPrecision])
  }
  const expected = [
    ['Exacto Aguada', expect.any(Number), 'exact'],
    ['Aprox Pocitos', null, 'approximate'],
    ['Aprox Aguada', null, 'approximate'],
    ['Sin mapa', null, 'none'],
  ]
  expect(await found({})).toEqual(expected)
  // A name is found by an index and sorted, and not by walking from the nearest.
  expect(await found({ q: 'aprox' })).toEqual([expected[1], expected[2]])
  expect(await found({ sort: 'rating' })).toHaveLength(4)
})

test('an order by distance without a place is the usual order', async () => {
  expect(await names({ sort: 'distance' })).toEqual(await names({}))
})

test('a search for verified centres returns only cards with the badge', async () => {
  const { items } = await search({ verifiedOnly: true })
  expect(items.every(({ verified }) => verified)).toBe(true)
  expect(items).toHaveLength(3)
})

test('who names in the profile what the visitor has comes before better rated ones who only treat it', async () => {
  const psychology = { specialties: ['Psicología'] }
  const bios = ['Acompaña a personas con ataques de pánico/ansiedad y con dificultades para dormir.', 'Psicoanálisis.']
  for (const [index, bio] of bios.entries()) {
    const { centerId } = await buildCenter(platform, { name: `Consultorio ${index}`, ...psychology })
    const { professionalId } = await buildProfessional(platform, { centerId, ...psychology })
    await buildService(platform, { centerId, professionalId, serviceType: 'psicoterapia', name: 'Consulta' })
    await platform.db.updateTable('professionals').set({ bio }).where('id', '=', professionalId).execute()
    const rated = { rating: 4 + index, total_reviews: 40 }
    await platform.db.updateTable('center_profiles').set(rated).where('id', '=', centerId).execute()
  }
  for (const q of ['me dan ataques de pánico y no puedo dormir', 'insomnio', 'pánico'])
    expect((await names({ q })).slice(0, 2), q).toEqual(['Consultorio 0', 'Consultorio 1'])
  // A profession is in every profile.
  expect((await names({ q: 'psicóloga' })).slice(0, 2)).toEqual(['Consultorio 1', 'Consultorio 0'])
})
