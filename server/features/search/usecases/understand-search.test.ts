import { beforeAll, expect, test } from 'vitest'
import type { CenterSearch } from '#contract/center-search.ts'
import { buildCenter, buildProfessional, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { searchRoutes } from '../routes/search.ts'

let platform: TestPlatform

const search = (input: CenterSearch) => clientOf(platform, searchRoutes.centers, undefined).search(input)
const labels = async (input: CenterSearch) => (await search(input)).understood.map(({ label }) => label)
const names = async (input: CenterSearch) => (await search(input)).items.map(({ name }) => name)

// Friday 20 November 2026, 09:00 in Montevideo.
beforeAll(async () => {
  platform = await testPlatform()
  const hours = [
    { weekday: 5, startMinute: 10 * 60, endMinute: 20 * 60 },
    { weekday: 6, startMinute: 10 * 60, endMinute: 12 * 60 },
  ]
  const pocitos = await buildCenter(platform, { name: 'Espacio Lúmina', neighborhood: 'Pocitos' })
  await buildService(platform, {
    ...(await buildProfessional(platform, { ...pocitos, name: 'Lic. Ana Rivera', hours })),
  })
  const cordon = await buildCenter(platform, { name: 'Centro Cordón', neighborhood: 'Malvín' })
  await buildService(platform, { ...cordon, hours })
  const salto = await buildCenter(platform, { name: 'Termas', neighborhood: null, department: 'Salto' })
  await buildService(platform, { ...salto, hours: [{ weekday: 1, startMinute: 600, endMinute: 720 }] })
  const rivera = await buildCenter(platform, { name: 'Frontera', neighborhood: null, department: 'Rivera' })
  await buildService(platform, { ...rivera, hours })
})

test('a neighbourhood in the text sorts by the distance from it, and is a chip', async () => {
  const result = await search({ q: 'fisio Pocitos' })
  expect(result.items.map(({ name }) => name)).toEqual(['Espacio Lúmina', 'Centro Cordón'])
  expect(result.understood).toEqual([{ kind: 'near', label: 'Pocitos', q: 'fisio' }])
  expect(result.place).toMatchObject({ slug: 'pocitos' })
  expect(result.items[0]?.reasons).toEqual(['Ofrece Sesión de fisioterapia'])
})

test('the name of a centre is read as a name, although it contains a neighbourhood', async () => {
  const result = await search({ q: 'centro cordon' })
  expect(result).toMatchObject({ understood: [], items: [{ name: 'Centro Cordón' }] })
})

test('a surname that is also a place finds the professional and the centres of the place', async () => {
  expect((await names({ q: 'rivera' })).toSorted()).toEqual(['Espacio Lúmina', 'Frontera'])
  expect((await search({ q: 'Ana Rivera' })).items[0]).toMatchObject({
    professional: { name: 'Lic. Ana Rivera' },
    reasons: [],
  })
  // After a preposition, it is only the place.
  expect(await search({ q: 'fisio en Rivera' })).toMatchObject({
    understood: [{ label: 'Rivera' }],
    items: [{ name: 'Frontera' }],
  })
})

test('for a place without a centre near it, the nearest centres are listed, and the distance is reported as left out', async () => {
  const result = await search({ q: 'fisio en Artigas' })
  expect(result.items[0]?.name).toBe('Frontera')
  expect(result).toMatchObject({ total: 4, understood: [{ kind: 'near' }], leftOut: ['distance'] })
})

test('words about a child are left out and have no chip when no centre matches them', async () => {
  const result = await search({ q: 'fisio para mi hijo en Pocitos' })
  expect(result).toMatchObject({ total: 2, understood: [{ kind: 'near', label: 'Pocitos' }], leftOut: ['children'] })
})

test('words about a child are a chip when a centre attends children', async () => {
  const [first] = await search({ q: 'fisio' }).then(({ items }) => items)
  await platform.db
    .updateTable('center_profiles')
    .set({ specialties: ['Fisioterapia', 'Fisioterapia infantil'] })
    .where('id', '=', first?.id ?? '')
    .execute()
  const result = await search({ q: 'fisio para mi hijo' })
  await platform.db
    .updateTable('center_profiles')
    .set({ specialties: [] })
    .where('id', '=', first?.id ?? '')
    .execute()
  expect(result).toMatchObject({ total: 1, understood: [{ kind: 'children', label: 'Niños' }], leftOut: [] })
})

test('«hoy» is left out and has no chip when no centre is free today', async () => {
  const result = await search({ q: 'fisio en Salto hoy' })
  expect(result).toMatchObject({
    today: false,
    total: 1,
    understood: [{ kind: 'near', label: 'Salto' }],
    leftOut: ['day'],
  })
  expect(await search({ q: 'fisio hoy' })).toMatchObject({ today: true, understood: [{ label: 'Hoy' }], leftOut: [] })
})

test('a search without results reports nothing as left out', async () => {
  expect(await search({ q: 'arqueología para niños en Pocitos' })).toMatchObject({ total: 0, leftOut: [] })
})

test('a day and a part of the day filter the free times', async () => {
  const saturday = await search({ q: 'fisio sábado' })
  expect(saturday.understood).toEqual([{ kind: 'day', label: 'Sábado', q: 'fisio' }])
  expect(saturday.anyTimeQ).toBe('fisio')
  expect(saturday).toMatchObject({ total: 3, totalAnyDay: 4 })
  for (const { nextTimes } of saturday.items) expect(nextTimes[0]?.startsAt).toMatch(/^2026-11-21/)
  expect(await search({ q: 'fisio hoy de noche' })).toMatchObject({ total: 3, today: true })
})

test('a parameter of the search overrides words of the same kind', async () => {
  expect(await search({ q: 'fisio sábado Pocitos', when: '2026-11-23', near: 'salto' })).toMatchObject({
    understood: [],
    place: { slug: 'salto' },
    items: [{ name: 'Termas' }],
  })
  expect(await labels({ q: 'fisio sábado', when: 'todayOrLater' })).toEqual(['Sábado'])
  expect(await labels({ q: 'fisio de noche', dayPart: 'morning' })).toEqual([])
})

test('«cerca» asks for the location only if the search has none', async () => {
  expect(await search({ q: 'fisio cerca' })).toMatchObject({
    asksLocation: true,
    understood: [{ label: 'Cerca' }],
    total: 4,
  })
  expect(await search({ q: 'fisio cerca', latitude: -34.9, longitude: -56.1 })).toMatchObject({ asksLocation: false })
  expect(await search({ q: 'fisio cerca', near: 'pocitos' })).toMatchObject({ asksLocation: false, understood: [] })
})

test('«verificado» finds only centres with the badge', async () => {
  await platform.db
    .updateTable('center_profiles')
    .set({ verified: false })
    .where('center_name', '=', 'Termas')
    .execute()
  expect(await search({ q: 'fisio verificado' })).toMatchObject({ total: 3, understood: [{ label: 'Verificado' }] })
})

test('a text with words of a crisis has no intents', async () => {
  expect(await search({ q: 'me quiero morir hoy' })).toMatchObject({ understood: [], today: false })
  expect(await labels({ q: 'no quiero vivir más, de noche' })).toEqual([])
})
