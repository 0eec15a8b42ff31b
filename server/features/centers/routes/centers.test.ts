import { beforeAll, describe, expect, test } from 'vitest'
import { presetHours } from '#contract/availability.ts'
import { searchRoutes } from '#server/features/search/routes/search.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { centerProfileRoutes } from '#server/processes/center-profile.ts'
import {
  buildAccount,
  buildCenter,
  buildLicense,
  buildProfessional,
  buildService,
  buildTimeOff,
} from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { addProfessional } from '../usecases/add-professional.ts'
import { approveCenter } from '../usecases/approve-center.ts'
import { setHours } from '../usecases/set-hours.ts'
import { setPublic } from '../usecases/update-profile.ts'
import { addService, addServiceIn } from '../usecases/update-services.ts'
import { centersRoutes } from './centers.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})

const routes = { ...centersRoutes, ...centerProfileRoutes.centers, ...searchRoutes.centers }
const client = () => clientOf(platform, routes, undefined)

const centerRow = (centerId: string) =>
  platform.db.selectFrom('center_profiles').selectAll().where('id', '=', centerId).executeTakeFirstOrThrow()

describe('a new centre', () => {
  test('has its account as owner, and is neither approved nor public', async () => {
    const { userId } = await buildAccount(platform, { userType: 'center' })
    await buildCenter(platform, { ownerId: userId, isApproved: false, isPublic: false })
    expect(await centerRow(userId)).toMatchObject({ approved_at: null, is_public: false, verified: false })
    expect(
      await platform.db.selectFrom('center_members').selectAll().where('center_id', '=', userId).execute(),
    ).toMatchObject([{ user_id: userId, member_role: 'owner', professional_id: null }])
  })

  test('without coordinates gets those of its neighbourhood', async () => {
    const { centerId } = await buildCenter(platform, { neighborhood: 'Malvín' })
    expect(await centerRow(centerId)).toMatchObject({ latitude: -34.894, longitude: -56.106 })
  })

  test('with its own coordinates keeps them', async () => {
    const coordinates = { latitude: -34.5, longitude: -56.5 }
    const { centerId } = await buildCenter(platform, { neighborhood: 'Malvín', coordinates })
    expect(await centerRow(centerId)).toMatchObject(coordinates)
  })
})

describe('a centre’s profile', () => {
  test('shows team, services, hours, reviews and which services are not regulated', async () => {
    const { centerId } = await buildCenter(platform, { specialties: ['Fisioterapia'], description: 'x'.repeat(1000) })
    const ana = await buildService(platform, { centerId, priceCents: 180_000 })
    const bruno = await buildProfessional(platform, {
      centerId,
      name: 'Bruno Díaz',
      specialties: ['Reiki', 'FISIOTERAPIA'],
      hours: [{ weekday: 1, startMinute: 8 * 60, endMinute: 10 * 60 }],
    })
    await buildService(platform, { ...bruno, serviceType: 'reiki', name: 'Reiki', priceCents: 120_000 })
    const profile = await client().get({ centerId })
    expect(profile).toMatchObject({
      verified: true,
      verifiedSince: '2026-11-20T12:00:00.000Z',
      specialties: ['Fisioterapia', 'Reiki'],
      services: ['fisioterapia', 'reiki'],
      servicesCount: 2,
      priceFromCents: 120_000,
      unregulatedServices: ['reiki'],
      description: 'x'.repeat(1000),
      publishedReviews: 0,
      reviewsByStars: { one: 0, two: 0, three: 0, four: 0, five: 0 },
      professionals: [
        { id: ana.professionalId, services: [{ id: ana.serviceId, priceCents: 180_000, currency: 'UYU' }] },
        { name: 'Bruno Díaz', services: [{ serviceType: 'reiki' }] },
      ],
    })
    expect(profile.hours.filter((interval) => interval.weekday === 1)).toEqual([
      { weekday: 1, startMinute: 8 * 60, endMinute: 13 * 60 },
      { weekday: 1, startMinute: 14 * 60, endMinute: 19 * 60 },
    ])
  })

  test('says whether patients can pay online, which depends on the gateway', async () => {
    const { centerId } = await buildService(platform)
    const paysOnlineWith = async (gateway: TestPlatform['gateway'] | undefined) =>
      (await clientOf({ ...platform, gateway }, routes, undefined).get({ centerId })).paysOnline
    expect(await paysOnlineWith(platform.gateway)).toBe(true)
    expect(await paysOnlineWith(undefined)).toBe(false)
  })

  test('without services has no price and no free times', async () => {
    const { centerId } = await buildCenter(platform)
    expect(await client().get({ centerId })).toMatchObject({ priceFromCents: null, servicesCount: 0, hours: [] })
  })

  test('is not found when the centre is unknown, private or not approved', async () => {
    const hidden = await buildCenter(platform, { isPublic: false })
    const unapproved = await buildCenter(platform, { isApproved: false })
    for (const centerId of [newId(), hidden.centerId, unapproved.centerId]) {
      await expect(client().get({ centerId })).rejects.toMatchObject({ code: 'centers.not_found', status: 404 })
    }
  })

  test('disappears when the centre is hidden, and returns when it is public again', async () => {
    const { centerId } = await buildCenter(platform)
    await setPublic(platform, { centerId, userId: centerId, isPublic: false })
    await expect(client().get({ centerId })).rejects.toMatchObject({ code: 'centers.not_found' })
    await setPublic(platform, { centerId, userId: centerId, isPublic: true })
    expect(await client().get({ centerId })).toMatchObject({ id: centerId })
  })

  test('a second approval keeps the date of the first, and shows no badge while a document is rejected', async () => {
    const facts = { description: 'Un lugar tranquilo.', phone: '+598 99 123 456', specialties: ['Fisioterapia'] }
    const { centerId } = await buildCenter(platform, facts)
    await buildLicense(platform, { centerId, status: 'approved', fileName: `${newId()}.pdf` })
    const insurance = { type: 'insurance', status: 'rejected', fileName: `${newId()}.pdf` } as const
    await buildLicense(platform, { centerId, ...insurance })
    const { approved_at } = await centerRow(centerId)
    platform.clock.advance(dayMs)
    await approveCenter(platform, { centerId })
    platform.clock.advance(-dayMs)
    expect((await centerRow(centerId)).approved_at).toEqual(approved_at)
    expect(await client().get({ centerId })).toMatchObject({ verified: false, verifiedSince: null })
  })
})

test('the catalogue names the service «logopedia» as Uruguay does', async () => {
  const { items } = await client().services()
  expect(items.find(({ slug }) => slug === 'logopedia')?.name).toBe('Fonoaudiología')
})

describe('a centre’s professionals and hours', () => {
  test('services that are added simultaneously are all in the centre’s list', async () => {
    const { centerId, professionalId } = await buildProfessional(platform)
    await buildLicense(platform, { centerId, status: 'approved', fileName: null })
    const types = ['reiki', 'nutricion', 'logopedia', 'acupuntura', 'osteopatia'] as const
    await Promise.all(
      types.map((serviceType) =>
        addService(platform, {
          userId: centerId,
          service: { centerId, professionalId, serviceType, name: 'Sesión', priceCents: 1, durationMinutes: 30 },
        }),
      ),
    )
    expect((await centerRow(centerId)).services).toEqual([...types].sort())
  })

  test('a service of another centre’s professional is refused and changes nothing', async () => {
    const { professionalId } = await buildProfessional(platform)
    const { centerId } = await buildCenter(platform)
    const service = { serviceType: 'reiki', name: 'Reiki', priceCents: 1, durationMinutes: 30 } as const
    // The database refuses it as well, when a caller bypasses the use case.
    const now = platform.clock.now()
    const insert = platform.db
      .transaction()
      .execute((tx) => addServiceIn(tx, { service: { ...service, centerId, professionalId }, now }))
    await expect(insert).rejects.toThrow()
    expect((await centerRow(centerId)).services).toEqual([])
  })

  test('a professional of an unknown centre is refused', async () => {
    const { centerId: userId } = await buildCenter(platform)
    const edit = {
      name: 'Nadie',
      title: '',
      specialties: [],
      modalities: [],
      ages: [],
      gender: '' as const,
      videoPlatform: '',
      videoLink: '',
      registrationNumber: '',
      bio: '',
    }
    await expect(addProfessional(platform, { userId, centerId: newId(), edit })).rejects.toMatchObject({
      code: 'centers.not_found',
    })
  })

  test('new weekly hours replace the old ones, and an empty week offers no times', async () => {
    const { centerId, professionalId } = await buildProfessional(platform, { hours: presetHours })
    const target = { userId: centerId, centerId, professionalId, preview: false }
    const intervals = [
      { weekday: 1, startMinute: 480, endMinute: 600 },
      { weekday: 1, startMinute: 540, endMinute: 720 },
    ]
    await setHours(platform, { ...target, hours: intervals })
    const hours = () =>
      platform.db
        .selectFrom('weekly_hours')
        .select(['weekday', 'start_minute', 'end_minute'])
        .where('professional_id', '=', professionalId)
        .execute()
    expect(await hours()).toEqual([{ weekday: 1, start_minute: 480, end_minute: 720 }])
    await setHours(platform, { ...target, hours: [] })
    expect(await hours()).toEqual([])
  })

  test('times within time off are not found by the search', async () => {
    const { centerId, professionalId } = await buildService(platform)
    await platform.db
      .updateTable('center_profiles')
      .set({ center_name: 'Vacaciones' })
      .where('id', '=', centerId)
      .execute()
    const next = async () => (await client().search({ q: 'vacaciones' })).items[0]?.nextTimes[0]?.startsAt
    expect(await next()).toBe('2026-11-20T13:00:00.000Z')
    await buildTimeOff(platform, {
      centerId,
      professionalId,
      startsAt: new Date('2026-11-20T03:00:00Z'),
      endsAt: new Date('2026-11-21T03:00:00Z'),
    })
    expect(await next()).toBe('2026-11-21T12:00:00.000Z')
  })
})

test('the gazetteer lists neighbourhoods, then cities, in Spanish order', async () => {
  const { items } = await client().places()
  expect(items.length).toBeGreaterThan(60)
  expect(items[0]).toMatchObject({ slug: 'aguada', name: 'Aguada', kind: 'neighborhood', department: 'Montevideo' })
  // The map shows the names at these points.
  expect(items.every(({ latitude, longitude }) => latitude < -30 && longitude < -53)).toBe(true)
  const cities = items.filter((item) => item.kind === 'city').map((item) => item.name)
  expect(cities).toEqual([...cities].sort(new Intl.Collator('es').compare))
  expect(items.at(-1)?.kind).toBe('city')
})

test('the catalogue counts the visible centres of each service', async () => {
  const before = (await client().services()).items
  expect(before).toHaveLength(13)
  await buildService(platform, { serviceType: 'radiestesia' })
  const hidden = await buildCenter(platform, { isPublic: false })
  await buildService(platform, { serviceType: 'radiestesia', centerId: hidden.centerId })
  const count = ({ items }: { items: typeof before }) => items.find((item) => item.slug === 'radiestesia')?.centers
  expect(count(await client().services())).toBe((count({ items: before }) ?? 0) + 1)
})
