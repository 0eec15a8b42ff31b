import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { appointmentsRoutes } from './routes/appointments.ts'
import { collectPayment, undoCollection } from './usecases/collect-payment.ts'
import { completeAppointment, markNoShow } from './usecases/mark-appointment.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()
afterEach(() => clock.set(start))
const price = 150_000
const pass = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))

/** A patient's own visit, paid in cash half an hour after it began, or before it. */
async function paidVisit({ startedAgo = hourMs / 2 } = {}) {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  const startsAt = new Date(clock.now().getTime() - startedAgo)
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
  const at = desk.at(appointmentId)
  const collect = (amountCents = price) => collectPayment(platform, { ...at, amountCents, method: 'efectivo' })
  await collect()
  const patient = clientOf(platform, appointmentsRoutes, patientId)
  const payments = async () => (await patient.payments({ appointmentId })).payments
  const notified = async () => {
    pass(3 * minuteMs)
    await runJobs(platform)
    const mails = (await listAllMails(platform, { limit: 500 })).filter(
      ({ to, kind }) => kind === 'appointments.payment_undone' && to === `${patientId}@prueba.uy`,
    )
    const bells = await db
      .selectFrom('notifications')
      .where('user_id', '=', patientId)
      .where('event', '=', 'appointments.payment_undone')
      .select(['title', 'message'])
      .execute()
    return { mails: mails.map(({ text }) => text), bells }
  }
  return { at, appointmentId, collect, payments, notified, undo: () => undoCollection(platform, at) }
}

test('an undone payment is notified after two minutes, stays in the list of its patient, and forbids a no-show', async () => {
  const { at, appointmentId, payments, notified, undo } = await paidVisit()
  await completeAppointment(platform, at)
  pass(3 * minuteMs)
  const undoneAt = clock.now().toISOString()
  await undo()
  await runJobs(platform)
  expect(await payments()).toMatchObject([{ amountCents: price, undoneAt }])
  const { mails, bells } = await notified()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatch(/Ahora figura que te falta pagar \$\s1\.500\./)
  expect(mails[0]).toContain('anulado por el centro')
  expect(bells).toMatchObject([{ title: 'El centro anuló un pago tuyo' }])
  await expect(markNoShow(platform, at)).rejects.toEqual(withCode('appointments.not_changeable'))
  const forced = sql`update appointments set status = 'no_show', updated_at = ${clock.now()} where id = ${appointmentId}`
  await expect(forced.execute(db)).rejects.toMatchObject({ constraint: 'appointments_paid_visit' })
  expect(await verifyLedger(db)).toEqual([])
})

test('a slip that the desk corrects within two minutes tells nothing, and its row can be missed', async () => {
  const { at, payments, notified, undo } = await paidVisit()
  pass(minuteMs)
  await undo()
  expect(await notified()).toEqual({ mails: [], bells: [] })
  expect(await payments()).toEqual([])
  expect((await markNoShow(platform, at)).row.status).toBe('no_show')
})

test('what the desk collects again within two minutes is not notified, and less is', async () => {
  const again = await paidVisit()
  pass(hourMs)
  await again.undo()
  await again.collect()
  expect(await again.notified()).toEqual({ mails: [], bells: [] })
  const less = await paidVisit()
  pass(hourMs)
  await less.undo()
  await less.collect(100)
  expect((await less.notified()).mails).toHaveLength(1)
  expect(await verifyLedger(db)).toEqual([])
})

test('a payment that replaced an undone one is not undone in silence', async () => {
  const { payments, notified, undo, collect } = await paidVisit()
  pass(hourMs)
  await undo()
  pass(minuteMs * 1.5)
  await collect()
  pass(minuteMs)
  // The notice of the first one sees as much collected again.
  await runJobs(platform)
  await undo()
  expect((await notified()).mails).toHaveLength(1)
  expect(await payments()).toHaveLength(1)
})

test('what was paid ahead and undone before the visit forbids no no-show', async () => {
  const { at, undo, notified } = await paidVisit({ startedAgo: -hourMs })
  pass(hourMs / 2)
  await undo()
  expect((await notified()).mails).toHaveLength(1)
  pass(hourMs)
  expect((await markNoShow(platform, at)).row.status).toBe('no_show')
})
