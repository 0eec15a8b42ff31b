import { beforeEach, describe, expect, test } from 'vitest'
import { appointmentsRoutes } from '#server/features/appointments/routes/appointments.ts'
import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { searchRoutes } from '#server/features/search/routes/search.ts'
import { newId } from '#server/platform/ids.ts'
import { centerProfileRoutes } from '#server/processes/center-profile.ts'
import { undoAction } from '#server/processes/undo-action.ts'
import { booking } from '#server/testing/booking.ts'
import { buildAccount, buildCenter, buildLicense, buildProfessional, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { fileOf, pdf } from '#server/testing/uploads.ts'
import type { ServiceEdit } from './centers.types.ts'
import { addProfessional } from './usecases/add-professional.ts'
import { readPublication } from './usecases/read-publication.ts'
import { documentActions } from './usecases/review-documents.ts'
import { setProfessionalActive } from './usecases/update-professional.ts'
import { addService, updateService } from './usecases/update-services.ts'
import { uploadDocument } from './usecases/upload-document.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await testPlatform()
})

const notBookable = expect.objectContaining({ code: 'appointments.not_bookable' })
const tuesday = new Date('2026-11-24T13:00:00Z')
const lastDay = '2026-11-20'
const license = (input: { centerId: string; status: string; expiryDate?: string }) =>
  buildLicense(platform, { ...input, fileName: `${newId()}.pdf` })

/** What a visitor sees of the centre: its card, its profile and its free times. */
async function readOffer({ centerId, serviceId }: { centerId: string; serviceId: string }) {
  const visitor = clientOf(
    platform,
    { ...searchRoutes.centers, ...centerProfileRoutes.centers, freeTimes: appointmentsRoutes.freeTimes },
    undefined,
  )
  const { items } = await visitor.search({ q: 'Sin licencia' })
  const card = items.find(({ id }) => id === centerId)
  const profile = await visitor.get({ centerId })
  const times = await visitor
    .freeTimes({ centerId, serviceIds: [serviceId], from: '2026-11-23', days: 7 })
    .catch(({ code }: { code: string }) => code)
  return { card, profile, times }
}

async function uploadLicense({ centerId }: { centerId: string }): Promise<string> {
  const file = fileOf({ content: pdf(), name: 'licencia.pdf' })
  const document = { type: 'license', expiryDate: null, file } as const
  return (await uploadDocument(platform, { centerId, userId: centerId, ...document })).id
}

function approveDocument({ id, staffId }: { id: string; staffId: string }) {
  return actOnEach(platform, documentActions.approve, {
    actor: { userId: staffId, roles: ['moderator'] },
    targets: [{ id, lastActionId: null }],
    expiryDate: null,
    reason: 'Está vigente.',
  })
}

describe('a centre whose licence is valid until today', () => {
  test('can be booked today, but not after midnight in Montevideo, even before a job has run', async () => {
    const { centerId } = await buildCenter(platform, { name: 'Sin licencia' })
    await license({ centerId, status: 'approved', expiryDate: lastDay })
    const { serviceId } = await buildService(platform, { centerId })
    const { hold, patient } = booking(platform)
    platform.clock.set(new Date('2026-11-21T02:55:00Z'))
    const before = await readOffer({ centerId, serviceId })
    expect(before.card).toMatchObject({ takesBookings: true, verified: true })
    expect(before.card?.nextTimes).toHaveLength(3)
    expect(before.profile.takesBookings).toBe(true)
    const caller = await patient()
    const held = await hold({ serviceId, caller })

    platform.clock.set(new Date('2026-11-21T03:00:00Z'))
    await expect(confirmAppointment(platform, { caller, appointmentId: held.id })).rejects.toEqual(notBookable)
    await expect(hold({ serviceId, startsAt: tuesday })).rejects.toEqual(notBookable)
    const after = await readOffer({ centerId, serviceId })
    expect(after.card).toMatchObject({ takesBookings: false, verified: false, nextTimes: [] })
    expect(after.profile).toMatchObject({ takesBookings: false, verified: false, verifiedSince: null })
    expect(after.times).toBe('appointments.not_bookable')
  })

  test('keeps its appointments, and can be booked again once a newer licence is approved', async () => {
    const { centerId } = await buildCenter(platform, { name: 'Sin licencia' })
    await license({ centerId, status: 'approved', expiryDate: lastDay })
    const { serviceId } = await buildService(platform, { centerId })
    const { book, hold } = booking(platform)
    const { appointment } = await book({ serviceId })
    platform.clock.set(new Date('2026-11-22T12:00:00Z'))
    const { status } = await platform.db
      .selectFrom('appointments')
      .where('id', '=', appointment.id)
      .select('status')
      .executeTakeFirstOrThrow()
    expect(status).toBe('confirmed')
    await license({ centerId, status: 'pending' })
    await expect(hold({ serviceId, startsAt: tuesday })).rejects.toEqual(notBookable)
    await license({ centerId, status: 'approved', expiryDate: '2027-11-20' })
    await expect(hold({ serviceId, startsAt: tuesday })).resolves.toBeDefined()
  })
})

test('a rejected licence prevents bookings, unless an approved one is still valid', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Sin licencia' })
  const { serviceId } = await buildService(platform, { centerId, hasDocuments: false })
  const { hold } = booking(platform)
  await license({ centerId, status: 'rejected' })
  await expect(hold({ serviceId })).rejects.toEqual(notBookable)
  await license({ centerId, status: 'approved' })
  await expect(hold({ serviceId })).resolves.toBeDefined()
})

test('undoing the approval of the only licence prevents bookings until one is approved again, also after another upload', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Sin licencia' })
  const { serviceId } = await buildService(platform, { centerId, hasDocuments: false })
  const { hold } = booking(platform)
  const { userId: staffId } = await buildAccount(platform)
  const upload = () => uploadLicense({ centerId })
  const approve = (id: string) => approveDocument({ id, staffId })
  const licenseId = await upload()
  const { card: before } = await readOffer({ centerId, serviceId })
  await approve(licenseId)
  await expect(hold({ serviceId })).resolves.toBeDefined()
  const { id: actionId } = await platform.db
    .selectFrom('moderation_actions')
    .select('id')
    .where('target_id', '=', licenseId)
    .executeTakeFirstOrThrow()
  await undoAction(platform, { actor: { userId: staffId, roles: ['admin'] }, actionId, reason: 'Era de otro centro.' })
  await expect(hold({ serviceId, startsAt: tuesday })).rejects.toEqual(notBookable)
  expect((await readOffer({ centerId, serviceId })).card).toEqual({ ...before, verified: false })
  const otherId = await upload()
  await expect(hold({ serviceId, startsAt: tuesday })).rejects.toEqual(notBookable)
  await approve(otherId)
  await expect(hold({ serviceId, startsAt: tuesday })).resolves.toBeDefined()
})

describe('a practice that was approved without a licence and adds a regulated service', () => {
  const massage = { serviceType: 'masajistas', name: 'Masaje', priceCents: 100_000, durationMinutes: 60 } as const
  const therapy = {
    ...massage,
    serviceType: 'psicoterapia',
    name: 'Sesión de psicoterapia',
    priceCents: 90_000,
  } as const

  async function buildPractice() {
    const { centerId } = await buildCenter(platform, { name: 'Sin licencia', specialties: ['Masajes'] })
    const { professionalId, serviceId: massageId } = await buildService(platform, { centerId, ...massage })
    return { centerId, userId: centerId, professionalId, massageId }
  }
  const add = async ({ centerId, professionalId }: { centerId: string; professionalId: string }) =>
    (await addService(platform, { userId: centerId, service: { centerId, professionalId, ...therapy } })).serviceId
  const badgeOf = async (centerId: string) =>
    (
      await platform.db
        .selectFrom('center_profiles')
        .where('id', '=', centerId)
        .select('compliance_status')
        .executeTakeFirstOrThrow()
    ).compliance_status

  test('neither shows nor offers it and has no badge, until staff have approved its licence, and goes on with its other services', async () => {
    const practice = await buildPractice()
    const { centerId, massageId } = practice
    const serviceId = await add(practice)
    const { hold } = booking(platform)
    const offered = ({ profile }: Awaited<ReturnType<typeof readOffer>>) =>
      profile.professionals.flatMap(({ services }) => services.map(({ serviceType }) => serviceType))
    await expect(hold({ serviceId })).rejects.toEqual(notBookable)
    await expect(hold({ serviceId: massageId })).resolves.toBeDefined()
    const before = await readOffer({ centerId, serviceId })
    expect(before.times).toBe('appointments.not_bookable')
    expect(before.card).toMatchObject({ takesBookings: true, verified: false, services: ['masajistas'] })
    expect(before.card).toMatchObject({ priceFromCents: massage.priceCents, servicesCount: 1 })
    expect(before.profile).toMatchObject({ takesBookings: true, verified: false })
    expect(offered(before)).toEqual(['masajistas'])
    const visitor = clientOf(platform, searchRoutes.centers, undefined)
    for (const filter of [{ service: 'psicoterapia' }, { verifiedOnly: true }] as const) {
      expect((await visitor.search(filter)).items).toEqual([])
    }
    expect(await badgeOf(centerId)).toBe('non_compliant')
    const { state, documents } = await readPublication(platform.db, { centerId, now: platform.clock.now() })
    expect(state).toBe('published')
    expect(documents).toContainEqual(expect.objectContaining({ type: 'license', need: 'required', status: 'missing' }))

    const id = await uploadLicense({ centerId })
    await expect(hold({ serviceId, startsAt: tuesday })).rejects.toEqual(notBookable)
    await approveDocument({ id, staffId: (await buildAccount(platform)).userId })
    await expect(hold({ serviceId, startsAt: tuesday })).resolves.toBeDefined()
    const after = await readOffer({ centerId, serviceId })
    expect(after.card).toMatchObject({ verified: true, services: ['masajistas', 'psicoterapia'] })
    expect(offered(after)).toContain('psicoterapia')
  })

  type Practice = Awaited<ReturnType<typeof buildPractice>>
  const edit = (input: Practice & { serviceId: string; change: Partial<ServiceEdit> }) =>
    updateService(platform, { ...input, edit: { isActive: true, vatPercent: 10, ...therapy, ...input.change } })

  test.for<[string, (practice: Practice) => Promise<string>]>([
    [
      'switches it on again',
      async (practice) => {
        const serviceId = await add(practice)
        await edit({ ...practice, serviceId, change: { isActive: false } })
        expect(await badgeOf(practice.centerId)).toBe('compliant')
        await edit({ ...practice, serviceId, change: {} })
        return serviceId
      },
    ],
    [
      'gives its service a regulated type',
      async (practice) => {
        await edit({ ...practice, serviceId: practice.massageId, change: {} })
        return practice.massageId
      },
    ],
    [
      'switches its professional on again',
      async (practice) => {
        const { professionalId } = await buildProfessional(platform, { centerId: practice.centerId })
        const other = { ...practice, professionalId }
        const serviceId = await add(other)
        await setProfessionalActive(platform, { ...other, isActive: false })
        expect(await badgeOf(practice.centerId)).toBe('compliant')
        await setProfessionalActive(platform, { ...other, isActive: true })
        return serviceId
      },
    ],
  ])('does not offer it and has no badge when it %s', async ([, change]) => {
    const practice = await buildPractice()
    const serviceId = await change(practice)
    expect(await badgeOf(practice.centerId)).toBe('non_compliant')
    await expect(booking(platform).hold({ serviceId })).rejects.toEqual(notBookable)
  })

  const texts = { name: 'Ana Suárez', title: '', videoPlatform: '', videoLink: '', registrationNumber: '', bio: '' }
  const professional = { ...texts, modalities: ['Presencial' as const], ages: [], gender: '' as const }

  test('loses its badge when it offers no service and names a regulated specialty', async () => {
    const { centerId } = await buildCenter(platform, { specialties: ['Masajes'] })
    await addProfessional(platform, {
      centerId,
      userId: centerId,
      edit: { ...professional, specialties: ['Psicología'] },
    })
    expect(await badgeOf(centerId)).toBe('non_compliant')
  })
})

test('a centre without a licence in force does not take bookings by calling its services unregulated', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Sin licencia' })
  await license({ centerId, status: 'approved', expiryDate: lastDay })
  const { serviceId, professionalId } = await buildService(platform, { centerId })
  const service = { name: 'Sesión', priceCents: 1000, durationMinutes: 60, isActive: true }
  await updateService(platform, {
    centerId,
    userId: centerId,
    serviceId,
    edit: { ...service, vatPercent: 10, serviceType: 'terapias-complementarias' },
  })
  // Its licence allows it to go on; the badge waits for the documents of such a therapy.
  await expect(booking(platform).hold({ serviceId })).resolves.toBeDefined()
  expect((await readOffer({ centerId, serviceId })).card).toMatchObject({ takesBookings: true, verified: false })
  platform.clock.set(new Date('2026-11-22T12:00:00Z'))
  await expect(booking(platform).hold({ serviceId, startsAt: tuesday })).rejects.toEqual(notBookable)
  expect((await readOffer({ centerId, serviceId })).card).toMatchObject({ takesBookings: false })
  expect(await readPublication(platform.db, { centerId, now: platform.clock.now() })).toMatchObject({ state: 'paused' })
  // With the documents that such a therapy needs, it takes bookings again.
  await buildService(platform, { centerId, professionalId, serviceType: 'terapias-complementarias' })
  await expect(booking(platform).hold({ serviceId, startsAt: tuesday })).resolves.toBeDefined()
})

test('an expired licence does not prevent bookings at a centre of unregulated therapies', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Sin licencia' })
  const { serviceId } = await buildService(platform, { centerId, serviceType: 'reiki', name: 'Sesión de reiki' })
  await license({ centerId, status: 'expired', expiryDate: '2026-11-01' })
  await expect(booking(platform).hold({ serviceId })).resolves.toBeDefined()
  expect((await readOffer({ centerId, serviceId })).card).toMatchObject({ takesBookings: true })
})

test('undoing a mistaken approval of a licence leaves a centre bookable that was bookable without one', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Sin licencia' })
  const { serviceId } = await buildService(platform, { centerId, serviceType: 'reiki', hasDocuments: false })
  const { userId: staffId } = await buildAccount(platform)
  const id = await uploadLicense({ centerId })
  await approveDocument({ id, staffId })
  const actionId = (await platform.db.selectFrom('moderation_actions').select('id').executeTakeFirstOrThrow()).id
  await undoAction(platform, {
    actor: { userId: staffId, roles: ['moderator'] },
    actionId,
    reason: 'Era de otro centro.',
  })
  await expect(booking(platform).hold({ serviceId })).resolves.toBeDefined()
  expect((await readOffer({ centerId, serviceId })).card).toMatchObject({ takesBookings: true })
})
