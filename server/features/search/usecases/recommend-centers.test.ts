import { beforeAll, expect, test } from 'vitest'
import { mapCancelledShares } from '#server/features/appointments/repository/reliability.ts'
import {
  buildAppointment,
  buildCenter,
  buildProfessional,
  buildService,
  expireDocuments,
} from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { recommendationsRoutes } from '../routes/recommendations.ts'
import { searchRoutes } from '../routes/search.ts'

let platform: TestPlatform
const centers = new Map<string, string>()

type Query = { need?: string; near?: string; radiusKm?: number }
const recommend = (input: Query) =>
  clientOf(platform, recommendationsRoutes, undefined).list({ service: 'fisioterapia', ...input })

async function build(
  name: string,
  more: { neighborhood?: string; specialty?: string; rating: number; reviews: number },
) {
  const { centerId } = await buildCenter(platform, { name, neighborhood: more.neighborhood ?? 'Malvín' })
  const specialties = more.specialty ? [more.specialty] : []
  const { professionalId } = await buildProfessional(platform, { centerId, specialties })
  const { serviceId } = await buildService(platform, { centerId, professionalId })
  const { rating, reviews: total_reviews } = more
  await platform.db.updateTable('center_profiles').set({ rating, total_reviews }).where('id', '=', centerId).execute()
  centers.set(name, centerId)
  return { centerId, professionalId, serviceId }
}

beforeAll(async () => {
  platform = await testPlatform()
  await build('La mejor valorada', { rating: 4.9, reviews: 80 })
  await build('La de rodilla', { rating: 4.4, reviews: 12, specialty: 'Rodilla' })
  await build('La de Pocitos', { rating: 4.4, reviews: 12, neighborhood: 'Pocitos' })
  await build('La nueva', { rating: 0, reviews: 0 })
})

const names = async (input: Query) => (await recommend(input)).items.map(({ name }) => name)

test('without a need and a place, the best rated centre is first', async () => {
  expect(await names({})).toEqual(['La mejor valorada', expect.any(String), expect.any(String)])
})

test('the centre that offers the typed need is first, with that reason', async () => {
  const { items, otherService } = await recommend({ need: 'me duele la rodilla desde que corro' })
  expect(items[0]).toMatchObject({
    name: 'La de rodilla',
    reasons: ['Trata Rodilla', 'Próxima hora: vie 20 nov 10:00'],
  })
  expect(otherService).toBeNull()
})

test('with a place, a near centre comes before a similar one that is far', async () => {
  const found = await names({ near: 'pocitos' })
  expect(found.indexOf('La de Pocitos')).toBeLessThan(
    found.includes('La de rodilla') ? found.indexOf('La de rodilla') : 9,
  )
})

test('within a distance of a place, no farther centre is recommended', async () => {
  expect(await names({ near: 'pocitos', radiusKm: 2 })).toEqual(['La de Pocitos'])
  expect(await names({ near: 'pocitos', radiusKm: 2, need: 'rodilla' })).toEqual(['La de Pocitos'])
})

test('a centre with an approximate pin is recommended without a distance', async () => {
  const { db } = platform
  const setExact = (is_pin_exact: boolean) =>
    db.updateTable('center_profiles').set({ is_pin_exact }).where('center_name', '=', 'La de Pocitos').execute()
  // Another radius each time, because recommendations are kept for a while.
  const reasons = async (radiusKm: number) =>
    (await recommend({ near: 'pocitos', radiusKm })).items.map((item) => item.reasons)
  expect(await reasons(1.5)).toEqual([expect.arrayContaining(['A pasos'])])
  await setExact(false)
  expect(await reasons(1.6)).toEqual([expect.not.arrayContaining([expect.stringMatching(/^A (pasos|\d)/)])])
  await setExact(true)
})

test('a need whose words no centre has is compared by the other parts', async () => {
  const { items } = await recommend({ need: 'xilofonista zurdo' })
  expect(items).toHaveLength(3)
  expect(items[0]?.name).toBe('La mejor valorada')
})

test('a centre whose licence has lapsed is not recommended', async () => {
  const { centerId } = await build('La vencida', { rating: 5, reviews: 300 })
  expect(await names({ need: 'a' })).toContain('La vencida')
  await expireDocuments(platform, { centerId })
  expect(await names({ need: 'b' })).not.toContain('La vencida')
})

test('a need that fits another service suggests that one, and words of a crisis suggest only psychotherapy', async () => {
  expect((await recommend({ need: 'estoy triste' })).otherService).toBe('psicoterapia')
  expect(await recommend({ need: 'me quiero morir' })).toEqual({ items: [], otherService: 'psicoterapia' })
})

test('the share of appointments that the centre cancelled covers a year, and is unknown below ten appointments', async () => {
  const now = platform.clock.now()
  const service = await build('La que cancela', { rating: 4, reviews: 3 })
  const at = (index: number) => new Date(now.getTime() - (index + 1) * 7 * 86_400_000)
  const share = async () =>
    (await mapCancelledShares(platform.db, { centerIds: [service.centerId], now })).get(service.centerId)
  for (let index = 0; index < 9; index++) await buildAppointment(platform, { ...service, startsAt: at(index) })
  expect(await share()).toBeUndefined()
  const last = await buildAppointment(platform, { ...service, startsAt: at(9) })
  expect(await share()).toBe(0)
  const cancel = async (appointmentId: string, by: 'center' | 'patient') =>
    await platform.db
      .updateTable('appointments')
      .set({ status: 'cancelled', cancelled_at: now, cancelled_by: by })
      .where('id', '=', appointmentId)
      .execute()
  await cancel(last.appointmentId, 'patient')
  expect(await share()).toBe(0)
  const ofCenter = await buildAppointment(platform, { ...service, startsAt: at(10) })
  await cancel(ofCenter.appointmentId, 'center')
  expect(await share()).toBeCloseTo(1 / 11)
  // A second one of the same account on the same day counts with it.
  const again = await buildAppointment(platform, { ...service, patientId: ofCenter.patientId, startsAt: at(11) })
  await cancel(again.appointmentId, 'center')
  expect(await share()).toBeCloseTo(1 / 11)
  // An older appointment does not count.
  await buildAppointment(platform, { ...service, startsAt: new Date(now.getTime() - 400 * 86_400_000) })
  expect(await share()).toBeCloseTo(1 / 11)
  const { items } = await clientOf(platform, searchRoutes.centers, undefined).search({ service: 'fisioterapia' })
  expect(items.find(({ id }) => id === service.centerId)?.cancelledShare).toBeCloseTo(1 / 11)
  expect(items.find(({ name }) => name === 'La nueva')?.cancelledShare).toBeNull()
})
