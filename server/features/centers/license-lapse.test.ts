import { beforeEach, describe, expect, test } from 'vitest'
import { appointmentsRoutes } from '#server/features/appointments/routes/appointments.ts'
import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { searchRoutes } from '#server/features/search/routes/search.ts'
import { newId } from '#server/platform/ids.ts'
import { centerProfileRoutes } from '#server/processes/center-profile.ts'
import { undoAction } from '#server/processes/undo-action.ts'
import { booking } from '#server/testing/booking.ts'
import { buildAccount, buildCenter, buildLicense, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { fileOf, pdf } from '#server/testing/uploads.ts'
import { documentActions } from './usecases/review-documents.ts'
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

describe('a centre whose licence is valid until today', () => {
  test('can be booked today, but not after midnight in Montevideo, even before a job has run', async () => {
    const { centerId } = await buildCenter(platform, { name: 'Sin licencia' })
    const { serviceId } = await buildService(platform, { centerId })
    await license({ centerId, status: 'approved', expiryDate: lastDay })
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
    const { serviceId } = await buildService(platform, { centerId })
    await license({ centerId, status: 'approved', expiryDate: lastDay })
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
  const { serviceId } = await buildService(platform, { centerId })
  const { hold } = booking(platform)
  await license({ centerId, status: 'rejected' })
  await expect(hold({ serviceId })).rejects.toEqual(notBookable)
  await license({ centerId, status: 'approved' })
  await expect(hold({ serviceId })).resolves.toBeDefined()
})

test('undoing the approval of the only licence prevents bookings until one is approved again, also after another upload', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Sin licencia' })
  const { serviceId } = await buildService(platform, { centerId })
  const { hold } = booking(platform)
  const { userId: staffId } = await buildAccount(platform)
  const upload = async () => {
    const file = fileOf({ content: pdf(), name: 'licencia.pdf' })
    const { id } = await uploadDocument(platform, {
      centerId,
      userId: centerId,
      type: 'license',
      expiryDate: null,
      file,
    })
    return id
  }
  const approve = (id: string) =>
    actOnEach(platform, documentActions.approve, {
      actor: { userId: staffId, roles: ['moderator'] },
      targets: [{ id, lastActionId: null }],
      expiryDate: null,
      reason: 'Está vigente.',
    })
  const licenseId = await upload()
  await approve(licenseId)
  await expect(hold({ serviceId })).resolves.toBeDefined()
  const { id: actionId } = await platform.db
    .selectFrom('moderation_actions')
    .select('id')
    .where('target_id', '=', licenseId)
    .executeTakeFirstOrThrow()
  await undoAction(platform, { actor: { userId: staffId, roles: ['admin'] }, actionId, reason: 'Era de otro centro.' })
  await expect(hold({ serviceId, startsAt: tuesday })).rejects.toEqual(notBookable)
  expect((await readOffer({ centerId, serviceId })).card).toMatchObject({ takesBookings: false, verified: false })
  const otherId = await upload()
  await expect(hold({ serviceId, startsAt: tuesday })).rejects.toEqual(notBookable)
  await approve(otherId)
  await expect(hold({ serviceId, startsAt: tuesday })).resolves.toBeDefined()
})

test('a licence that waits for its first review does not prevent bookings at an approved centre', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Sin licencia' })
  const { serviceId } = await buildService(platform, { centerId })
  await license({ centerId, status: 'pending' })
  await expect(booking(platform).hold({ serviceId })).resolves.toBeDefined()
})

test('an expired licence does not prevent bookings at a centre of unregulated therapies', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Sin licencia' })
  const { serviceId } = await buildService(platform, { centerId, serviceType: 'reiki', name: 'Sesión de reiki' })
  await license({ centerId, status: 'expired', expiryDate: '2026-11-01' })
  await expect(booking(platform).hold({ serviceId })).resolves.toBeDefined()
  expect((await readOffer({ centerId, serviceId })).card).toMatchObject({ takesBookings: true })
})
