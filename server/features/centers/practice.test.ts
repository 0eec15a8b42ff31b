import { createRouterClient } from '@orpc/server'
import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import {
  buildAccount,
  buildAppointment,
  buildCenter,
  buildMember,
  buildPatient,
  buildProfessional,
  buildService,
} from '#server/testing/builders.ts'
import { callingAs } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { centersRoutes } from './routes/centers.ts'
import { practiceRoutes } from './routes/practice.ts'
import { updateCenter } from './usecases/change-profile.ts'

const platform = await testPlatform()
const hourMs = 3_600_000

/** What somebody with this account may do. */
const as = (userId: string | undefined) =>
  createRouterClient({ ...practiceRoutes, public: centersRoutes.get }, { context: callingAs(platform, userId) })

const fromNow = (hours: number) => new Date(platform.clock.now().getTime() + hours * hourMs)

const edit = {
  name: 'Centro Brisa',
  description: 'Un lugar tranquilo.',
  specialties: ['Yoga'],
  languages: ['Español', 'Portugués'],
  modalities: ['Presencial' as const, 'Online' as const],
  address: 'Av. Brasil 2500',
  neighborhood: 'Pocitos',
  department: 'Montevideo',
  phone: '2900 1234',
  contactEmail: 'hola@brisa.uy',
  alternativeEmail: '',
  website: 'https://brisa.uy',
  instagram: '@brisa',
  facebook: '',
  sessionDuration: 50,
  confirmsManually: true,
  lateRefundPercent: 100 as const,
  cancellationPolicy: 'Avisa un día antes.',
}

describe('a centre’s own profile', () => {
  test('is corrected as a whole, and patients see it at once', async () => {
    const { centerId } = await buildProfessional(platform, { specialties: ['Reiki'] })
    const saved = await as(centerId).update({ centerId, ...edit })
    expect(saved).toMatchObject({ ...edit, specialties: ['Yoga', 'Reiki'], isApproved: true, commissionPercent: 10 })
    expect(await as(centerId).profile({ centerId })).toEqual(saved)
    expect(await as(undefined).public({ centerId })).toMatchObject({
      name: 'Centro Brisa',
      instagram: '@brisa',
      facebook: null,
      logoUrl: null,
      website: 'https://brisa.uy',
      specialties: ['Yoga', 'Reiki'],
      lateRefundPercent: 100,
      confirmsManually: true,
    })
    const cleared = { ...edit, phone: '', website: '', instagram: '', neighborhood: '' }
    expect(await as(centerId).update({ centerId, ...cleared })).toMatchObject({ phone: '', website: '' })
    expect(await as(undefined).public({ centerId })).toMatchObject({ phone: null, website: null, neighborhood: null })
  })

  test('keeps a pin that was corrected while the address stays, and moves it with the address', async () => {
    const { centerId } = await buildCenter(platform)
    const pin = { latitude: -34.91, longitude: -56.17 }
    expect(await as(centerId).setPin({ centerId, ...pin })).toMatchObject(pin)
    const typed = { ...edit, address: '  av. BRASIL 2500' }
    expect(await as(centerId).update({ centerId, ...typed })).toMatchObject(pin)
    expect(await as(centerId).update({ centerId, ...edit, neighborhood: 'Malvín' })).toMatchObject({
      latitude: -34.894,
      longitude: -56.106,
    })
    expect(await as(centerId).update({ centerId, ...edit, neighborhood: '', department: 'Atlántida' })).toMatchObject({
      latitude: null,
      longitude: null,
    })
  })

  test('saved twice at once with two addresses has the pin of the one that stays', async () => {
    const { centerId } = await buildCenter(platform)
    const places = platform.db
      .selectFrom('places')
      .select(['name', 'latitude'])
      .where('name', 'in', ['Malvín', 'Aguada'])
    const known = new Map((await places.execute()).map(({ name, latitude }) => [name, latitude]))
    for (let round = 0; round < 5; round++) {
      await Promise.all(
        [...known.keys()].map((neighborhood) => as(centerId).update({ centerId, ...edit, neighborhood })),
      )
      const { neighborhood, latitude } = await as(centerId).profile({ centerId })
      expect(latitude).toBe(known.get(neighborhood))
    }
  })

  test('costs the geocoder nothing when somebody else asks', async () => {
    const { centerId } = await buildCenter(platform)
    let asked = 0
    const geocoder = () => Promise.resolve(void asked++)
    const { userId } = await buildMember(platform, { centerId, role: 'reception' })
    const stranger = (await buildCenter(platform)).centerId
    for (const who of [userId, stranger]) {
      await expect(updateCenter(platform, { centerId, userId: who, edit, geocoder })).rejects.toMatchObject({
        code: expect.stringMatching(/^centers\./),
      })
    }
    expect(asked).toBe(0)
  })

  test('is as it was when the geocoder fails', async () => {
    const { centerId } = await buildCenter(platform, { name: 'Centro Quieto' })
    const geocoder = () => Promise.reject(new Error('sin red'))
    await expect(updateCenter(platform, { centerId, userId: centerId, edit, geocoder })).rejects.toThrow('sin red')
    expect(await as(centerId).profile({ centerId })).toMatchObject({ name: 'Centro Quieto' })
  })

  test('refuses a pin outside of the country, and addresses that are none', async () => {
    const { centerId } = await buildCenter(platform)
    for (const pin of [
      { latitude: 40.4, longitude: -3.7 },
      { latitude: -34.6, longitude: -60 },
      { latitude: 0, longitude: 0 },
    ]) {
      await expect(as(centerId).setPin({ centerId, ...pin })).rejects.toMatchObject({
        code: 'request.invalid',
        data: { fields: [{ path: 'latitude', message: 'Ese punto queda fuera de Uruguay' }] },
      })
    }
    for (const website of ['javascript:alert(1)', 'brisa.uy']) {
      await expect(as(centerId).update({ centerId, ...edit, website })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })

  test('says what it still lacks, from its rows', async () => {
    const { userId } = await buildAccount(platform, { userType: 'center' })
    const bare = { ownerId: userId, address: '', neighborhood: null, department: 'Atlántida', isPublic: false }
    const { centerId } = await buildCenter(platform, bare)
    const done = async () => {
      const { completeness } = await as(centerId).profile({ centerId })
      return completeness.filter((item) => item.done).map(({ key }) => key)
    }
    expect(await done()).toEqual([])
    const { professionalId } = await buildService(platform, { centerId, hours: [] })
    await as(centerId).update({ centerId, ...edit })
    expect(await done()).toEqual(['description', 'address', 'pin', 'phone', 'specialties', 'services'])
    await platform.db
      .insertInto('weekly_hours')
      .values({ id: newId(), professional_id: professionalId, weekday: 1, start_minute: 540, end_minute: 600 })
      .execute()
    await platform.db.updateTable('center_profiles').set({ logo_url: '/files/x' }).where('id', '=', centerId).execute()
    await addCheck(centerId, { status: 'pending', fileName: `a-${newId()}.pdf` })
    await as(centerId).setPublic({ centerId, isPublic: true })
    expect(await done()).toHaveLength(10)
    platform.clock.advance(1000)
    await addCheck(centerId, { status: 'rejected', fileName: `b-${newId()}.pdf` })
    expect(await done()).not.toContain('documents')
  })

  test('is shown or hidden by a switch, and its own people see it either way', async () => {
    const { centerId } = await buildService(platform)
    const { userId } = await buildMember(platform, { centerId, role: 'reception' })
    await as(centerId).setPublic({ centerId, isPublic: false })
    await expect(as(undefined).public({ centerId })).rejects.toMatchObject({ code: 'centers.not_found' })
    expect(await as(userId).preview({ centerId })).toMatchObject({ id: centerId, servicesCount: 1 })
    await as(centerId).setPublic({ centerId, isPublic: true })
    expect(await as(undefined).public({ centerId })).toEqual(await as(centerId).preview({ centerId }))
  })
})

async function addCheck(centerId: string, o: { status: string; fileName: string | null; expiryDate?: string }) {
  await platform.db
    .insertInto('compliance_checks')
    .values({
      id: newId(),
      center_id: centerId,
      check_type: 'license',
      status: o.status,
      expiry_date: o.expiryDate ?? null,
      file_name: o.fileName,
      original_name: o.fileName === null ? null : 'licencia.pdf',
      checked_at: o.status === 'pending' ? null : platform.clock.now(),
      created_at: platform.clock.now(),
    })
    .execute()
}

describe('a centre in numbers', () => {
  test('counts what happened, in the local month, and lists the newest', async () => {
    const own = await buildService(platform)
    const { centerId } = own
    const { patientId } = await buildPatient(platform, { fullName: 'Rosa Lago' })
    const add = (startsAt: Date, status: 'confirmed' | 'pending' | 'completed' | 'cancelled') =>
      buildAppointment(platform, { ...own, patientId, startsAt, status })
    // The first instant of November in Montevideo, and the last one before it.
    await add(new Date('2026-11-01T03:00:00Z'), 'completed')
    await add(new Date('2026-11-01T02:00:00Z'), 'completed')
    const today = await add(fromNow(-2), 'completed')
    await add(fromNow(48), 'pending')
    await add(fromNow(24 * 20), 'confirmed')
    await add(fromNow(72), 'cancelled')
    await addCheck(centerId, { status: 'approved', fileName: `c-${newId()}.pdf`, expiryDate: '2026-12-20' })
    await platform.db
      .updateTable('center_profiles')
      .set({ rating: 4.26, total_reviews: 3 })
      .where('id', '=', centerId)
      .execute()
    const figures = await as(centerId).figures({ centerId })
    expect(figures).toMatchObject({
      appointments: 6,
      pending: 2,
      averageRating: 4.3,
      totalReviews: 3,
      revenueCents: 450_000,
      month: { completed: 2, pending: 1 },
      attention: { toConfirm: 1, toCollect: 1, toRefund: 0, reviewsWithoutReply: 0, documentsToRenew: 1 },
    })
    expect(figures.recent).toHaveLength(5)
    expect(figures.recent[0]).toMatchObject({ professionalName: 'Ana Suárez', person: { name: 'Rosa Lago' } })
    await platform.db
      .insertInto('desk_payments')
      .values({
        appointment_id: today.appointmentId,
        center_id: centerId,
        amount: 150_000,
        method: 'efectivo',
        collected_at: platform.clock.now(),
      })
      .execute()
    expect((await as(centerId).figures({ centerId })).attention.toCollect).toBe(0)
  })

  test('shows revenue and documents to the owner alone, and to a professional their own patients', async () => {
    const own = await buildService(platform)
    const { centerId } = own
    const other = await buildProfessional(platform, { centerId })
    const offered = await buildService(platform, other)
    await buildAppointment(platform, { ...own, startsAt: fromNow(-24), status: 'completed' })
    await buildAppointment(platform, { ...offered, startsAt: fromNow(24) })
    await addCheck(centerId, { status: 'expired', fileName: `d-${newId()}.pdf` })
    const reception = await buildMember(platform, { centerId, role: 'reception' })
    const professional = await buildMember(platform, {
      centerId,
      role: 'professional',
      professionalId: own.professionalId,
    })
    expect(await as(centerId).figures({ centerId })).toMatchObject({ revenueCents: 150_000, appointments: 2 })
    const seen = await as(reception.userId).figures({ centerId })
    expect(seen).toMatchObject({ revenueCents: null, appointments: 2, attention: { documentsToRenew: 0 } })
    const ofOne = await as(professional.userId).figures({ centerId })
    expect(ofOne).toMatchObject({ revenueCents: null, appointments: 1, pending: 0 })
    expect(ofOne.recent.map(({ professionalId }) => professionalId)).toEqual([own.professionalId])
  })

  test('of a new centre are zeros', async () => {
    const { centerId } = await buildCenter(platform)
    expect(await as(centerId).figures({ centerId })).toEqual({
      appointments: 0,
      pending: 0,
      averageRating: 0,
      totalReviews: 0,
      revenueCents: 0,
      month: { completed: 0, pending: 0 },
      attention: { toConfirm: 0, toCollect: 0, toRefund: 0, reviewsWithoutReply: 0, documentsToRenew: 0 },
      recent: [],
    })
  })
})

test('the profile is the owner’s to see and change: others of the centre are told so, and strangers find no centre', async () => {
  const { centerId, professionalId } = await buildService(platform)
  const reception = await buildMember(platform, { centerId, role: 'reception' })
  const professional = await buildMember(platform, { centerId, role: 'professional', professionalId })
  const stranger = await buildAccount(platform)
  const otherOwner = await buildCenter(platform)
  const before = await as(centerId).profile({ centerId })
  for (const [userId, code] of [
    [reception.userId, 'centers.owner_only'],
    [professional.userId, 'centers.owner_only'],
    [stranger.userId, 'centers.not_found'],
    [otherOwner.centerId, 'centers.not_found'],
    [undefined, 'session.missing'],
  ] as const) {
    const who = as(userId)
    for (const attempt of [
      () => who.profile({ centerId }),
      () => who.update({ centerId, ...edit }),
      () => who.setPublic({ centerId, isPublic: false }),
      () => who.setPin({ centerId, latitude: -34.9, longitude: -56.2 }),
      () => who.setPicture({ centerId, kind: 'logo', image: new File(['x'], 'a.png') }),
      () => who.removePicture({ centerId, kind: 'logo' }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code })
    }
    if (code !== 'centers.not_found') continue
    await expect(who.figures({ centerId })).rejects.toMatchObject({ code })
    await expect(who.preview({ centerId })).rejects.toMatchObject({ code })
  }
  expect(await as(centerId).profile({ centerId })).toEqual(before)
  expect((await as(otherOwner.centerId).memberships()).items).toMatchObject([
    { centerId: otherOwner.centerId, role: 'owner' },
  ])
})
