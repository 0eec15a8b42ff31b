import { safe } from '@orpc/server'
import { afterEach, expect, test } from 'vitest'
import { appointmentsRoutes } from '#server/features/appointments/routes/appointments.ts'
import { completeAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { moveAtDesk } from '#server/features/appointments/usecases/move-at-desk.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, minuteMs } from '#server/platform/local-time.ts'
import { later, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildMember, buildService, verifyEmail } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildRecord } from '#server/testing/clinical-records.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { staffOfObjection } from '#server/testing/objections.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { clinicalRecordsRoutes } from './clinical-records.routes.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()
afterEach(() => clock.set(start))
const as = (userId: string) => clientOf(platform, { clinicalRecords: clinicalRecordsRoutes }, userId).clinicalRecords

const codeOf = async (call: Promise<unknown>) => {
  const { error } = await safe(call)
  return (error as { code?: string } | null)?.code
}

/** Each account in the patient's list, with its status and whether the patient may let it read more. */
const listed = async (patientId: string) =>
  new Map(
    (await as(patientId).readers()).items.map(({ readerId, status, can }) => [readerId, { status, allow: can.allow }]),
  )

/** The only visit of a patient, with a record, which the desk moved ahead of the agreed start and staff annulled. */
async function buildAnnulled() {
  const desk = await buildDesk(platform)
  const { centerId, professionalId } = desk
  const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt: later(11 * dayMs) })
  await verifyEmail(platform, { userId: patientId })
  const author = (await buildMember(platform, { centerId, role: 'professional', professionalId })).userId
  const colleagueService = await buildService(platform, { centerId })
  const ofColleague = { centerId, role: 'professional', professionalId: colleagueService.professionalId } as const
  const colleague = (await buildMember(platform, ofColleague)).userId
  clock.set(monday)
  const startsAt = later(5 * minuteMs)
  await moveAtDesk(platform, { ...desk.at(appointmentId), startsAt, evenOutsideHours: true, by: 'patient' })
  clock.set(later(6 * minuteMs))
  await completeAppointment(platform, desk.at(appointmentId))
  await as(author).write({ centerId, appointmentId, diagnosis: 'Lumbalgia', notes: '', after: 0 })
  const decide = (allowed: boolean) =>
    as(patientId).decideConsent({
      ...{ professionalId: colleagueService.professionalId, readerId: colleague, dependantId: null, allowed },
    })
  await decide(true)
  const patient = clientOf(platform, appointmentsRoutes, patientId)
  await patient.object({ appointmentId, comment: '' })
  const staff = await staffOfObjection(platform, { kind: 'early_visit', appointmentId, reason: 'La llamada.' })
  expect(await staff.decide('delete')).toBeUndefined()
  clock.advance(minuteMs)
  return { centerId, appointmentId, patientId, author, colleague, decide }
}

test('an account that reads the record of an annulled visit stays in the list, and the patient can withdraw the consent there', async () => {
  const { centerId, appointmentId, patientId, author, colleague, decide } = await buildAnnulled()
  for (const reader of [author, colleague]) {
    expect(await codeOf(as(reader).get({ centerId, appointmentId }))).toBeUndefined()
  }
  const readers = await listed(patientId)
  expect(readers.get(author)).toEqual({ status: 'none', allow: true })
  expect(readers.get(colleague)).toEqual({ status: 'given', allow: false })
  await decide(false)
  expect(await codeOf(as(colleague).get({ centerId, appointmentId }))).toBe('appointments.not_found')
  expect((await listed(patientId)).get(colleague)).toEqual({ status: 'none', allow: true })
})

test('an owner who works as the only professional is in the list, and can be let read nothing more', async () => {
  const service = await buildService(platform)
  const startsAt = new Date(start.getTime() - dayMs)
  const visit = await buildAppointment(platform, { ...service, status: 'completed', startsAt })
  const { appointmentId, centerId, patientId } = visit
  expect(await listed(patientId)).toEqual(new Map())
  await as(centerId).write({ centerId, appointmentId, diagnosis: 'Lumbalgia', notes: '', after: 0 })
  await verifyEmail(platform, { userId: patientId })
  expect(await listed(patientId)).toEqual(new Map([[centerId, { status: 'none', allow: false }]]))
  const consent = { professionalId: service.professionalId, readerId: centerId, dependantId: null, allowed: true }
  expect(await codeOf(as(patientId).decideConsent(consent))).toBe('clinical_records.reader_not_found')
})

test('a professional who no longer works stays in the list while they read what they wrote', async () => {
  const { patientId, professionalId, professional, centerId, appointmentId } = await buildRecord(platform)
  expect((await listed(patientId)).get(professional)).toEqual({ status: 'treating', allow: false })
  await db.updateTable('professionals').set({ is_active: false }).where('id', '=', professionalId).execute()
  expect(await codeOf(as(professional).get({ centerId, appointmentId }))).toBeUndefined()
  expect((await listed(patientId)).get(professional)).toEqual({ status: 'none', allow: false })
})

test('an account that reads nothing is not said to read: one with a staff role, and an owner in the place of another author', async () => {
  const { patientId, professional, professionalId, centerId, appointmentId } = await buildRecord(platform)
  await db.insertInto('user_roles').values({ user_id: professional, role: 'moderator' }).execute()
  expect(await codeOf(as(professional).get({ centerId, appointmentId }))).toBe('clinical_records.professional_only')
  expect((await listed(patientId)).get(professional)).toBeUndefined()

  await db.deleteFrom('center_members').where('user_id', '=', professional).execute()
  await db.updateTable('professionals').set({ user_id: centerId }).where('id', '=', professionalId).execute()
  expect(await codeOf(as(centerId).get({ centerId, appointmentId }))).toBe('clinical_records.professional_only')
  expect((await listed(patientId)).get(centerId)).toBeUndefined()
})

test('the access log refuses a reader who is not in the list', async () => {
  const { professionalId, colleague, appointmentId, centerId } = await buildRecord(platform)
  const access = {
    id: newId(),
    appointment_id: appointmentId,
    professional_id: professionalId,
    accessed_at: clock.now(),
  }
  for (const user_id of [colleague, centerId]) {
    const row = { ...access, user_id, action: 'read', reason: 'treatment' } as const
    await expect(db.insertInto('clinical_record_accesses').values(row).execute()).rejects.toMatchObject({
      constraint: 'clinical_record_accesses_entitled',
    })
  }
})
