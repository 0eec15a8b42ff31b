import { expect, it } from 'vitest'
import { bookAtDesk } from '#server/features/appointments/usecases/book-at-desk.ts'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { booking, later } from '#server/testing/booking.ts'
import { buildAccount, buildAppointment, buildCenter, buildPatient, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { sellPackage } from '#server/testing/packages.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { packagesRoutes } from './packages.routes.ts'
import { refundPackage } from './usecases/settle-package.ts'
import { warnOfEnds } from './usecases/warn-of-ends.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()
const { hold } = booking(platform)

it('a professional sees of a package their own visits only, and the reception sees all', async () => {
  const desk = await buildDesk(platform)
  const { centerId } = desk
  const { patientId } = await buildPatient(platform, { verified: true })
  const other = await buildService(platform, { centerId })
  await buildAppointment(platform, { ...desk, patientId, startsAt: new Date(start.getTime() + 60 * dayMs) })
  await buildAppointment(platform, { ...other, patientId, startsAt: new Date(start.getTime() + 61 * dayMs) })
  const sold = await sellPackage(platform, { centerId, serviceId: other.serviceId, personId: patientId })
  const caller = { userId: patientId, visitorKey: undefined }
  const { id: appointmentId } = await hold({ serviceId: other.serviceId, caller, startsAt: later(0) })
  await confirmAppointment(platform, { caller, appointmentId, packageId: sold.id })
  const seenBy = async (userId: string) => {
    const { items } = await clientOf(platform, packagesRoutes, userId).ofPerson({
      centerId,
      kind: 'patient',
      personId: patientId,
    })
    return items.map(({ visits }) => visits.map((visit) => visit.appointmentId))
  }
  expect(await seenBy(desk.professional)).toEqual([[]])
  expect(await seenBy(desk.reception)).toEqual([[appointmentId]])
})

it('a centre that staff have never approved mails no guest about a package: its sale, its end or its refund', async () => {
  clock.set(start)
  const owner = await buildAccount(platform, { userType: 'center' })
  const { centerId } = await buildCenter(platform, { ownerId: owner.userId, name: 'Gran Sorteo: llama al 0900 1234' })
  await db.updateTable('center_profiles').set({ approved_at: null }).where('id', '=', centerId).execute()
  const pending = await buildService(platform, { centerId, hasDocuments: false })
  expect(await subjectsOfAPackage(pending, 'rosa@ejemplo.uy')).toEqual([])
  const subjects = await subjectsOfAPackage(await buildDesk(platform), 'luna@ejemplo.uy')
  expect(subjects).toEqual(expect.arrayContaining(['Tu bono está listo', 'Se devolvió tu bono']))
})

/** What a guest with this address is mailed while a package is sold to them, ends soon and is given back. */
async function subjectsOfAPackage(
  { centerId, serviceId }: { centerId: string; serviceId: string },
  email: string,
): Promise<string[]> {
  const { row } = await bookAtDesk(platform, {
    userId: centerId,
    centerId,
    idempotencyKey: newId(),
    serviceId,
    place: 'center',
    person: { kind: 'newGuest', fullName: 'Rosa Luna', phone: '', email },
    startsAt: later(0),
    evenOutsideHours: true,
  })
  const buyer = { kind: 'guest' as const, personId: row.attendeeId ?? '' }
  const { id: packageId } = await sellPackage(platform, { centerId, serviceId, ...buyer })
  await cancelAtDesk(platform, { userId: centerId, centerId, appointmentId: row.id, by: 'center', reason: '' })
  const soon = new Date(clock.now().getTime() + 5 * dayMs)
  await db.updateTable('packages').set({ valid_until: soon }).where('id', '=', packageId).execute()
  await warnOfEnds(platform)
  const { paid_amount: refundCents } = await db
    .selectFrom('packages')
    .where('id', '=', packageId)
    .select('paid_amount')
    .executeTakeFirstOrThrow()
  await refundPackage(platform, { userId: centerId, centerId, packageId, refundCents })
  const mails = await listAllMails(platform, { limit: 500 })
  return mails.filter(({ to, kind }) => to === email && !kind.startsWith('appointments.')).map(({ subject }) => subject)
}
