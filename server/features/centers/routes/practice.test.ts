import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { queueMail } from '#server/platform/mail.ts'
import { mailsPerDay } from '#server/platform/mail-allowance.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { centerOverviewRoutes } from '#server/processes/center-overview.ts'
import { centerProfileRoutes } from '#server/processes/center-profile.ts'
import {
  buildAccount,
  buildCenter,
  buildLicense,
  buildMember,
  buildProfessional,
  buildService,
} from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { justRead } from '#server/testing/just-read.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { approveCenter } from '../usecases/approve-center.ts'
import { updateCenter } from '../usecases/update-profile.ts'
import { practiceRoutes } from './practice.ts'

const platform = await testPlatform()

const as = (userId: string | undefined) =>
  justRead(
    platform,
    clientOf(
      platform,
      {
        ...practiceRoutes,
        ...centerOverviewRoutes.practice,
        ...centerProfileRoutes.practice,
        public: centerProfileRoutes.centers.get,
      },
      userId,
    ),
  )

const edit = {
  name: 'Centro Brisa',
  description: 'Un lugar tranquilo.',
  specialties: ['Yoga'],
  languages: ['Español', 'Portugués'],
  covers: ['casmu' as const, 'bps' as const],
  modalities: ['Presencial' as const, 'Online' as const],
  address: 'Av. Brasil 2500',
  neighborhood: 'Pocitos',
  department: 'Montevideo',
  phone: '+598 2900 1234',
  contactEmail: 'hola@brisa.uy',
  alternativeEmail: '',
  website: 'https://brisa.uy',
  whatsapp: '+59899123456',
  instagram: '@brisa',
  facebook: '',
  sessionDuration: 50,
  confirmsManually: true,
  lateRefundPercent: 100 as const,
  cancellationPolicy: 'Avisa un día antes.',
}

describe('a centre’s own profile', () => {
  test('is updated as a whole, and patients see it immediately', async () => {
    const { centerId } = await buildProfessional(platform, { specialties: ['Reiki'] })
    const saved = await as(centerId).update({ centerId, ...edit })
    expect(saved).toMatchObject({ ...edit, specialties: ['Yoga', 'Reiki'], isApproved: true })
    expect(await as(centerId).profile({ centerId })).toEqual(saved)
    expect(await as(undefined).public({ centerId })).toMatchObject({
      name: 'Centro Brisa',
      whatsapp: '+59899123456',
      instagram: '@brisa',
      facebook: null,
      logoUrl: null,
      website: 'https://brisa.uy',
      specialties: ['Yoga', 'Reiki'],
      lateRefundPercent: 100,
      confirmsManually: true,
      covers: ['casmu', 'bps'],
    })
    const repeated = { ...edit, covers: ['bps' as const, 'casmu' as const, 'bps' as const] }
    expect(await as(centerId).update({ centerId, ...repeated })).toMatchObject({ covers: ['casmu', 'bps'] })
    const cleared = { ...edit, phone: '', whatsapp: '', website: '', instagram: '', neighborhood: '' }
    expect(await as(centerId).update({ centerId, ...cleared })).toMatchObject({ phone: '', website: '' })
    expect(await as(undefined).public({ centerId })).toMatchObject({
      phone: null,
      whatsapp: null,
      website: null,
      neighborhood: null,
    })
  })

  test('keeps a pin that the owner set until the address changes, and then asks to confirm it or moves it to the new place', async () => {
    const { centerId } = await buildCenter(platform, { isPinExact: false })
    const pin = { latitude: -34.91, longitude: -56.17 }
    const exact = { ...pin, pinPrecision: 'exact' }
    const update = (change: Partial<typeof edit>) => as(centerId).update({ centerId, ...edit, ...change })
    expect(await as(centerId).profile({ centerId })).toMatchObject({ pinPrecision: 'approximate' })
    expect(await as(centerId).setPin({ centerId, ...pin })).toMatchObject(exact)
    expect(await update({ address: '  av. BRASIL 2500' })).toMatchObject(exact)
    expect(await update({ address: 'Benito Blanco 900' })).toMatchObject({ ...pin, pinPrecision: 'approximate' })
    expect(await as(undefined).public({ centerId })).toMatchObject({ pinPrecision: 'approximate' })
    expect(await as(centerId).setPin({ centerId, ...pin })).toMatchObject(exact)
    expect(await update({ neighborhood: 'Malvín' })).toMatchObject({
      latitude: -34.894,
      longitude: -56.106,
      pinPrecision: 'approximate',
    })
    expect(await update({ neighborhood: '', department: 'Salto' })).toMatchObject({
      latitude: -31.3833,
      pinPrecision: 'approximate',
    })
  })

  test('that is saved with two addresses at the same time has the pin of the address that is stored', async () => {
    const { centerId } = await buildCenter(platform)
    const places = platform.db
      .selectFrom('places')
      .select(['name', 'latitude'])
      .where('name', 'in', ['Malvín', 'Aguada'])
    const latitudes = new Map((await places.execute()).map(({ name, latitude }) => [name, latitude]))
    for (let round = 0; round < 5; round++) {
      // The slower one is refused, because the centre changed since it was read.
      await Promise.allSettled(
        [...latitudes.keys()].map((neighborhood) => as(centerId).update({ centerId, ...edit, neighborhood })),
      )
      const { neighborhood, latitude } = await as(centerId).profile({ centerId })
      expect(latitude).toBe(latitudes.get(neighborhood))
    }
  })

  describe('with another contact address', () => {
    const mailsOf = async (centerId: string) => {
      const mails = await listMails(platform, { limit: 1000 })
      return mails.filter(({ kind, text }) => kind === 'centers.contact_changed.center' && text.includes(centerId))
    }

    test('is mailed to the owner’s account and to the former address, with a hint of the new one', async () => {
      const name = newId()
      const email = `antes-${name}@prueba.uy`
      const { centerId } = await buildCenter(platform, { name, email })
      const owner = await platform.db.selectFrom('users').select('email').where('id', '=', centerId).executeTakeFirst()
      await as(centerId).update({ centerId, ...edit, name, contactEmail: 'intruso@otro.uy' })
      const mails = await mailsOf(name)
      expect(mails.map(({ to }) => to).toSorted()).toEqual([email, owner?.email ?? ''].toSorted())
      for (const { text } of mails) {
        expect(text).toContain('i•••@otro.uy')
        expect(text).not.toContain('intruso')
        expect(text).toContain('Si no fuiste tú')
      }
    })

    test('is mailed once where the former address is the account’s, and not for another spelling or another change', async () => {
      const name = newId()
      const { userId, email } = await buildAccount(platform, { userType: 'center', verified: true })
      const { centerId } = await buildCenter(platform, { ownerId: userId, name, email })
      await as(centerId).update({ centerId, ...edit, name, contactEmail: email.toUpperCase() })
      await as(centerId).update({ centerId, ...edit, name, contactEmail: email, description: 'Otra' })
      expect(await mailsOf(name)).toEqual([])
      await as(centerId).update({ centerId, ...edit, name })
      expect((await mailsOf(name)).map(({ to }) => to)).toEqual([email])
    })

    test('reaches a former address that has received its five mails of the day, and is mailed five times a day', async () => {
      const name = newId()
      const email = `lleno-${name}@prueba.uy`
      const { centerId } = await buildCenter(platform, { name, email })
      const about = { kind: 'appointments.moved', aboutId: newId() } as const
      const notice = { platform, to: email, ...about, subject: 'Aviso', html: '', text: '' }
      for (let sent = 0; sent < mailsPerDay; sent += 1) await queueMail(platform.db, notice)
      const change = (contactEmail: string) => as(centerId).update({ centerId, ...edit, name, contactEmail })
      await change(`otra-${name}@prueba.uy`)
      expect((await mailsOf(name)).map(({ to }) => to)).toContain(email)
      for (let n = 0; n < 6; n += 1) await change(`otra-${n}-${name}@prueba.uy`)
      const ofFormer = (await mailsOf(name)).filter(({ to }) => to.startsWith('otra-') || to === email)
      expect(ofFormer).toHaveLength(5)
    })
  })

  test('is not geocoded for a caller who is not the owner', async () => {
    const { centerId } = await buildCenter(platform)
    let lookups = 0
    const geocoder = () => Promise.resolve(void lookups++)
    const { userId } = await buildMember(platform, { centerId, role: 'reception' })
    const stranger = (await buildCenter(platform)).centerId
    for (const callerId of [userId, stranger]) {
      await expect(updateCenter(platform, { centerId, userId: callerId, edit, geocoder })).rejects.toMatchObject({
        code: expect.stringMatching(/^centers\./),
      })
    }
    expect(lookups).toBe(0)
  })

  test('is unchanged when the geocoder fails', async () => {
    const { centerId } = await buildCenter(platform, { name: 'Centro Quieto' })
    const geocoder = () => Promise.reject(new Error('sin red'))
    await expect(updateCenter(platform, { centerId, userId: centerId, edit, geocoder })).rejects.toThrow('sin red')
    expect(await as(centerId).profile({ centerId })).toMatchObject({ name: 'Centro Quieto' })
  })

  test('refuses a pin where no centre can be or that was not set on the map, and malformed URLs', async () => {
    const { centerId } = await buildCenter(platform, { isPinExact: false })
    for (const [latitude, longitude, message] of [
      [40.4, -3.7, 'Ese punto queda fuera de Uruguay'],
      [0, 0, 'Ese punto queda fuera de Uruguay'],
      [-34.93, -56.14, 'Ese punto queda en el agua o fuera de Uruguay. Muévelo hasta la puerta de tu centro.'],
      [
        -31.3833,
        -57.96,
        'Ese punto queda lejos de Montevideo, el departamento de tu dirección. Muévelo, o corrige antes la dirección.',
      ],
      // Pocitos in the gazetteer, where the pin was before.
      [-34.91, -56.15, 'Ese es el punto de tu barrio o ciudad. Muévelo hasta la puerta de tu centro.'],
    ] as const) {
      await expect(as(centerId).setPin({ centerId, latitude, longitude })).rejects.toMatchObject({
        code: 'request.invalid',
        data: { fields: [{ path: 'latitude', message }] },
      })
    }
    for (const [latitude, longitude] of [
      [-91, -56],
      [-34, -181],
      [Number.NaN, -56],
    ] as const) {
      await expect(as(centerId).setPin({ centerId, latitude, longitude })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      })
    }
    expect(await as(centerId).profile({ centerId })).toMatchObject({ pinPrecision: 'approximate' })
    for (const website of ['javascript:alert(1)', 'brisa.uy']) {
      await expect(as(centerId).update({ centerId, ...edit, website })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })

  test('lists what is missing for publication', async () => {
    const { userId } = await buildAccount(platform, { userType: 'center' })
    const bare = { ownerId: userId, address: '', neighborhood: null, department: 'Atlántida', isPublic: false }
    const { centerId } = await buildCenter(platform, bare)
    const done = async () => {
      const { parts } = await as(centerId).publication({ centerId })
      return parts.filter(({ isDone }) => isDone).map(({ key }) => key)
    }
    expect(await done()).toEqual([])
    const { professionalId } = await buildService(platform, { centerId, hours: [] })
    await as(centerId).update({ centerId, ...edit })
    expect(await done()).toEqual(['description', 'address', 'phone', 'specialties', 'services'])
    await platform.db
      .insertInto('weekly_hours')
      .values({ id: newId(), professional_id: professionalId, weekday: 1, start_minute: 540, end_minute: 600 })
      .execute()
    await platform.db.updateTable('center_profiles').set({ logo_url: '/files/x' }).where('id', '=', centerId).execute()
    await as(centerId).setPublic({ centerId, isPublic: true })
    expect(await done()).toHaveLength(8)
    await as(centerId).setPin({ centerId, latitude: -34.911, longitude: -56.15 })
    expect(await done()).toHaveLength(9)
  })

  test('is incomplete, then in review, then published once staff have approved its licence and the centre', async () => {
    const { centerId } = await buildCenter(platform, { isApproved: false })
    await buildService(platform, { centerId })
    await as(centerId).update({ centerId, ...edit })
    const read = () => as(centerId).publication({ centerId })
    const needs = async () => (await read()).documents.map(({ type, need, status }) => [type, need, status])
    const optional = [
      ['certification', 'optional', 'missing'],
      ['insurance', 'optional', 'missing'],
    ]
    expect(await read()).toMatchObject({ state: 'incomplete', isApproved: false, isSolo: true })
    expect(await needs()).toEqual([['license', 'required', 'missing'], ...optional])
    await expect(approveCenter(platform, { centerId })).rejects.toMatchObject({
      code: 'centers.not_ready',
      data: { missing: ['license'] },
    })
    await buildLicense(platform, { centerId, status: 'pending', fileName: `${newId()}.pdf` })
    expect(await read()).toMatchObject({ state: 'in_review' })
    expect(await needs()).toEqual([['license', 'required', 'pending'], ...optional])
    platform.clock.advance(1000)
    await buildLicense(platform, { centerId, status: 'approved', fileName: `${newId()}.pdf`, expiryDate: '2026-12-10' })
    await approveCenter(platform, { centerId })
    const approvedAt = platform.clock.now().toISOString()
    expect(await read()).toMatchObject({ state: 'published', isApproved: true, approvedAt, isSolo: true })
    await buildProfessional(platform, { centerId })
    expect(await read()).toMatchObject({ isSolo: false })
    expect((await read()).documents[0]).toMatchObject({
      status: 'approved',
      expiryDate: '2026-12-10',
      lapsesSoon: true,
    })
    expect(await as(undefined).public({ centerId })).toMatchObject({
      verified: true,
      takesBookings: true,
      approvedChecks: [{ type: 'license', checkedAt: platform.clock.now().toISOString() }],
    })
  })

  test('gets no badge while one of its documents is rejected, and can be approved without the badge', async () => {
    const { centerId } = await buildCenter(platform, { isApproved: false })
    await buildService(platform, { centerId })
    await as(centerId).update({ centerId, ...edit })
    await buildLicense(platform, { centerId, status: 'approved', fileName: `${newId()}.pdf` })
    await buildLicense(platform, { centerId, type: 'insurance', status: 'rejected', fileName: `${newId()}.pdf` })
    await approveCenter(platform, { centerId })
    expect(await as(undefined).public({ centerId })).toMatchObject({ verified: false, approvedChecks: [] })
  })

  test('can be hidden by the owner, and its members still see it', async () => {
    const { centerId } = await buildService(platform)
    const { userId } = await buildMember(platform, { centerId, role: 'reception' })
    await as(centerId).setPublic({ centerId, isPublic: false })
    await expect(as(undefined).public({ centerId })).rejects.toMatchObject({ code: 'centers.not_found' })
    expect(await as(userId).preview({ centerId })).toMatchObject({ id: centerId, servicesCount: 1 })
    await as(centerId).setPublic({ centerId, isPublic: true })
    expect(await as(undefined).public({ centerId })).toEqual(await as(centerId).preview({ centerId }))
  })
})

test('only the owner reads and updates the profile: other members are refused, and strangers get «not found»', async () => {
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
    const client = as(userId)
    for (const attempt of [
      () => client.profile({ centerId }),
      () => client.publication({ centerId }),
      () => client.update({ centerId, ...edit }),
      () => client.setPublic({ centerId, isPublic: false }),
      () => client.setPin({ centerId, latitude: -34.9, longitude: -56.2 }),
      () => client.setPicture({ centerId, kind: 'logo', image: new File(['x'], 'a.png') }),
      () => client.removePicture({ centerId, kind: 'logo' }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code })
    }
    if (code !== 'centers.not_found') continue
    await expect(client.figures({ centerId })).rejects.toMatchObject({ code })
    await expect(client.preview({ centerId })).rejects.toMatchObject({ code })
  }
  expect(await as(centerId).profile({ centerId })).toEqual(before)
  expect((await as(otherOwner.centerId).memberships()).items).toMatchObject([
    { centerId: otherOwner.centerId, role: 'owner' },
  ])
})
