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
  // Of few around the place, the farther ones follow.
  expect(result.items.map(({ name }) => name)).toEqual(['Espacio Lúmina', 'Centro Cordón', 'Termas', 'Frontera'])
  expect(result.understood).toEqual([{ kind: 'near', label: 'Pocitos', q: 'fisio' }])
  expect(result.place).toMatchObject({ slug: 'pocitos' })
  expect(result.items[0]?.reasons).toEqual(['Ofrece Sesión de fisioterapia'])
})

test('the name of a centre is read as a name, although it contains a neighbourhood', async () => {
  const result = await search({ q: 'centro cordon' })
  expect(result).toMatchObject({ understood: [], items: [{ name: 'Centro Cordón' }] })
})

test('a city is read before a surname, unless a first name stands beside it', async () => {
  expect((await search({ q: 'rivera' })).understood).toMatchObject([{ kind: 'near', label: 'Rivera' }])
  expect((await names({ q: 'rivera' }))[0]).toBe('Frontera')
  expect((await names({ q: 'fisio rivera' }))[0]).toBe('Frontera')
  expect((await search({ q: 'Ana Rivera' })).items[0]).toMatchObject({
    professional: { name: 'Lic. Ana Rivera' },
    reasons: [],
  })
  // After a preposition, it is only the place.
  expect(await search({ q: 'fisio en Rivera' })).toMatchObject({
    understood: [{ label: 'Rivera' }],
    items: [{ name: 'Frontera' }, {}, {}, {}],
  })
})

test('for a place without a centre near it, the nearest centres are listed, and the distance is reported as left out', async () => {
  const result = await search({ q: 'fisio en Artigas' })
  expect(result.items[0]?.name).toBe('Frontera')
  expect(result).toMatchObject({ total: 4, understood: [{ kind: 'near' }], leftOut: ['distance'] })
})

test('words about a child are left out and have no chip when no centre says that it attends children', async () => {
  const result = await search({ q: 'fisio para mi hijo' })
  expect(result).toMatchObject({ total: 4, understood: [], leftOut: ['children'] })
})

test('words about a child put the centre that says so first, and are a chip', async () => {
  const { centerId } = await platform.db
    .updateTable('center_profiles')
    .set({ specialties: ['Fisioterapia', 'Fisioterapia infantil'] })
    .where('center_name', '=', 'Termas')
    .returning('id as centerId')
    .executeTakeFirstOrThrow()
  const result = await search({ q: 'fisio para mi hijo' })
  await platform.db.updateTable('center_profiles').set({ specialties: [] }).where('id', '=', centerId).execute()
  expect(result).toMatchObject({ total: 4, understood: [{ kind: 'children', label: 'Niños' }], leftOut: [] })
  expect(result.items[0]).toMatchObject({ name: 'Termas', reasons: ['Ofrece Fisioterapia infantil'] })
})

test('words that carry no need change nothing, and a word that is nowhere is said', async () => {
  const ids = async (q: string) => (await search({ q })).items.map(({ id }) => id)
  expect(await ids('hola, mi vieja quiere ir a fisio por favor')).toEqual(await ids('fisio'))
  expect(await ids('hola, ¿cuánto sale una sesión?')).toHaveLength(4)
  expect(await search({ q: 'fisio arqueología' })).toMatchObject({
    total: 4,
    nearMiss: { kind: 'part', text: 'arqueología' },
  })
  expect(await search({ q: 'fisio en Narnia' })).toMatchObject({
    total: 4,
    nearMiss: { kind: 'place', text: 'Narnia' },
  })
})

test('a profession that Senda lacks is said, with the nearest that helps', async () => {
  expect(await search({ q: 'necesito un dentista' })).toMatchObject({ total: 4, lacking: { name: 'dentistas' } })
  expect(await search({ q: 'oculista' })).toMatchObject({ total: 0, lacking: { name: 'oculistas', helps: '' } })
  expect(await search({ q: 'el traumatólogo me mandó a fisio' })).toMatchObject({ total: 4, lacking: null })
})

test('a request that no centre meets is dropped and said', async () => {
  expect(await search({ q: 'fisio gratis' })).toMatchObject({ total: 4, understood: [], leftOut: ['maxPrice'] })
  expect(await search({ q: 'fisio por BPS' })).toMatchObject({ total: 4, leftOut: ['cover'] })
  expect(await search({ q: 'fisio hasta $ 90.000' })).toMatchObject({ understood: [{ label: 'Hasta $\u00a090.000' }] })
})

test('English and Portuguese words are read', async () => {
  expect(await search({ q: 'I need a physiotherapist near me' })).toMatchObject({ total: 4, asksLocation: true })
  expect(await search({ q: 'procuro fisioterapeuta, dor nas costas' })).toMatchObject({ total: 4, nearMiss: null })
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

test('a service and a place are no name because a longer name contains both; the whole name is one', async () => {
  const rename = (from: string, to: string) =>
    platform.db.updateTable('center_profiles').set({ center_name: to }).where('center_name', '=', from).execute()
  await rename('Centro Cordón', 'Fisio Cordón Norte')
  expect((await search({ q: 'fisio cordon' })).understood).toMatchObject([{ kind: 'near', label: 'Cordón' }])
  expect(await search({ q: 'fisio cordon norte' })).toMatchObject({
    understood: [],
    items: [{ name: 'Fisio Cordón Norte' }],
  })
  await rename('Fisio Cordón Norte', 'Fisio Cordón')
  expect(await search({ q: 'fisio cordon' })).toMatchObject({ understood: [], items: [{ name: 'Fisio Cordón' }] })
})
