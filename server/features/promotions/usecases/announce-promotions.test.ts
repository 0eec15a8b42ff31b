import { expect, test } from 'vitest'
import { setPreference } from '#server/features/notifications/usecases/preferences.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { buildDesk, type Desk } from '#server/testing/desk.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildPromotion } from '#server/testing/promotions.ts'
import { refuseRow } from '#server/testing/refused-row.ts'
import { announcePromotions } from './announce-promotions.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()

let hours = 0

/** A patient of a completed appointment at the desk's centre, who switched promotions on. */
async function interestedPatient(desk: Desk, input: { byMail?: boolean; byPush?: boolean } = { byMail: true }) {
  const { patientId } = await buildPatient(platform, { verified: true })
  const startsAt = new Date(start.getTime() - dayMs - hours * hourMs)
  hours += 1
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt, status: 'completed' })
  await setPreference(platform, { userId: patientId, kind: 'promotion', ...input })
  return { patientId, appointmentId }
}

const notificationsOf = async (userId: string) =>
  db.selectFrom('notifications').where('user_id', '=', userId).select(['type', 'title', 'message', 'href']).execute()
const mailsOf = (userId: string) =>
  db.selectFrom('outbound_mails').where('recipient', '=', `${userId}@prueba.uy`).select('kind').execute()
const publish = (desk: Desk, input: { code?: string; isPublic?: boolean } = {}) =>
  buildPromotion(platform, { centerId: desk.centerId, isPublic: true, ...input })

test('patients who switched promotions on are notified once, and mailed only when they want mails', async () => {
  const desk = await buildDesk(platform)
  const [ana, luis] = [await interestedPatient(desk), await interestedPatient(desk, { byPush: true })]
  const { code } = await publish(desk)
  await announcePromotions(platform)
  await announcePromotions(platform)
  const message = `Primavera: 10 % de descuento, con el código ${code}.`
  for (const { patientId } of [ana, luis]) {
    expect(await notificationsOf(patientId)).toMatchObject([{ type: 'promotion', message, href: '/promotions' }])
  }
  expect(await mailsOf(ana.patientId)).toHaveLength(1)
  expect(await mailsOf(luis.patientId)).toHaveLength(0)
})

test('a promotion of a centre with the longest name is announced, with the name cut in the title and in the subject', async () => {
  const desk = await buildDesk(platform)
  const name = 'Ñ'.repeat(200)
  await db.updateTable('center_profiles').set({ center_name: name }).where('id', '=', desk.centerId).execute()
  const { patientId } = await interestedPatient(desk)
  await publish(desk)
  await announcePromotions(platform)
  const title = (length: number) => `${`Promoción de ${name}`.slice(0, length - 1)}…`
  expect(await notificationsOf(patientId)).toMatchObject([{ title: title(120) }])
  const mails = db.selectFrom('outbound_mails').where('recipient', '=', `${patientId}@prueba.uy`).select('subject')
  expect(await mails.execute()).toEqual([{ subject: title(200) }])
})

test('a patient who cannot be notified does not keep the others, and is notified by a later run', async () => {
  const desk = await buildDesk(platform)
  const patients = [await interestedPatient(desk), await interestedPatient(desk), await interestedPatient(desk)]
  await publish(desk)
  const accept = await refuseRow(db, { table: 'notifications', column: 'user_id', value: patients[0]?.patientId ?? '' })
  const counts = () => Promise.all(patients.map(async ({ patientId }) => (await notificationsOf(patientId)).length))
  await announcePromotions(platform)
  expect(await counts()).toEqual([0, 1, 1])
  await accept()
  await announcePromotions(platform)
  expect(await counts()).toEqual([1, 1, 1])
})

test('no patient is notified without the switch, without a completed appointment, after a block, or by another centre', async () => {
  const desk = await buildDesk(platform)
  const off = await interestedPatient(desk, { byMail: false, byPush: false })
  const untouched = await interestedPatient(desk)
  await db.deleteFrom('notification_preferences').where('user_id', '=', untouched.patientId).execute()
  const early = await interestedPatient(desk)
  await db
    .updateTable('appointments')
    .set({ status: 'no_show', completed_at: null })
    .where('id', '=', early.appointmentId)
    .execute()
  const elsewhere = await interestedPatient(await buildDesk(platform))
  const blocking = await interestedPatient(desk)
  await db
    .insertInto('conversations')
    .values({
      id: newId(),
      patient_id: blocking.patientId,
      center_id: desk.centerId,
      started_by: 'patient',
      patient_blocked_at: start,
      updated_at: start,
      created_at: start,
    })
    .execute()
  await publish(desk)
  await announcePromotions(platform)
  for (const { patientId } of [off, untouched, early, elsewhere, blocking])
    expect(await notificationsOf(patientId)).toEqual([])
})

test('a promotion that is not public is not announced, and a centre announces at most one a week', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await interestedPatient(desk)
  await publish(desk, { isPublic: false })
  await announcePromotions(platform)
  expect(await notificationsOf(patientId)).toHaveLength(0)
  await publish(desk)
  await publish(desk)
  await announcePromotions(platform)
  await announcePromotions(platform)
  expect(await notificationsOf(patientId)).toHaveLength(1)
  clock.set(new Date(start.getTime() + 8 * dayMs))
  await Promise.all([announcePromotions(platform), announcePromotions(platform)])
  expect(await notificationsOf(patientId)).toHaveLength(2)
  expect(await mailsOf(patientId)).toHaveLength(2)
  clock.set(start)
})
