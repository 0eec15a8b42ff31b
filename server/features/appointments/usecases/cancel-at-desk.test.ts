import { describe, expect, it } from 'vitest'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { setPreference } from '#server/features/notifications/usecases/preferences.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { readFigures } from '#server/processes/center-overview.ts'
import { deleteAccount } from '#server/processes/delete-account.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk, type Desk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { pointsOf } from '#server/testing/points.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'
import { agendaRoutes } from '../routes/agenda.ts'
import { refundTotal } from '../rules/payments.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { cancelAtDesk } from './cancel-at-desk.ts'
import { collectPayment, undoCollection } from './collect-payment.ts'
import { markArrived, undoArrival } from './mark-appointment.ts'
import { readCancellation } from './read-cancellation.ts'

const platform = await testPlatform()
const monday = new Date('2026-11-23T13:00:00Z')
const weekBefore = new Date('2026-11-16T13:00:00Z')
const reason = 'La profesional está enferma'

it('when the centre cancels, the patient gets a full refund, a hundred points once, and the reason', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
  const cancel = () => cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'center', reason })
  await Promise.all([cancel(), cancel(), cancel()])
  expect(await pointsOf(platform, { userId: patientId })).toMatchObject({
    points: { available: 100, lifetime: 100 },
    pointMovements: [{ points: 100, type: 'bonus', referenceId: appointmentId }],
  })
  const row = await platform.db
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', appointmentId)
    .executeTakeFirst()
  expect(row).toMatchObject({
    status: 'cancelled',
    cancelled_by: 'center',
    refund_percent: 100,
    cancellation_reason: reason,
  })
  const mails = (await listAllMails(platform, { limit: 100 })).filter(
    ({ kind }) => kind === 'appointments.cancelled_by_center',
  )
  expect(mails).toMatchObject([{ subject: 'El centro canceló tu cita' }])
  expect(mails[0]?.text).toContain(`El centro escribió: «${reason}»`)
  expect(mails[0]?.text).toContain('Te sumamos 100 puntos')
})

it('a guest whose appointment the centre cancels gets the mail and no points', async () => {
  const desk = await buildDesk(platform)
  const email = `${newId()}@ejemplo.uy`
  const { row } = await desk.book({
    startsAt: monday,
    person: { kind: 'newGuest', fullName: 'Rosa', phone: '', email },
  })
  await cancelAtDesk(platform, { ...desk.at(row.id), by: 'center', reason })
  const mail = (await listAllMails(platform, { limit: 100 })).find(
    ({ to, kind }) => to === email && kind === 'appointments.cancelled_by_center',
  )
  expect(mail?.text).toContain(reason)
  expect(mail?.text).not.toContain('puntos')
})

it('cancelling a booking by the desk grants no points', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildAppointment(platform, { ...desk, startsAt: weekBefore, status: 'completed' })
  const { row } = await desk.book({ startsAt: monday, person: { kind: 'patient', id: patientId } })
  await cancelAtDesk(platform, { ...desk.at(row.id), by: 'center', reason })
  expect((await pointsOf(platform, { userId: patientId })).points).toBeNull()
  const mails = (await listAllMails(platform, { limit: 100 })).filter(({ to }) => to === `${patientId}@prueba.uy`)
  expect(mails.find(({ kind }) => kind === 'appointments.cancelled_by_center')?.text).not.toContain('puntos')
})

it('one patient without a settled consultation gets points from one centre once, however many appointments it cancels simultaneously', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
  const ids = [appointmentId]
  for (const hours of [2, 4, 6]) {
    const startsAt = new Date(monday.getTime() + hours * hourMs)
    ids.push((await buildAppointment(platform, { ...desk, patientId, startsAt })).appointmentId)
  }
  const [last = '', ...first] = ids
  await Promise.all(first.map((id) => cancelAtDesk(platform, { ...desk.at(id), by: 'center', reason })))
  const available = async () => (await pointsOf(platform, { userId: patientId })).points?.available
  expect(await available()).toBe(100)
  platform.clock.advance(24 * hourMs)
  await cancelAtDesk(platform, { ...desk.at(last), by: 'center', reason })
  expect(await available()).toBe(100)
  platform.clock.advance(-24 * hourMs)
})

it('an appointment whose patient arrived cannot be cancelled', async () => {
  const desk = await buildDesk(platform)
  const now = platform.clock.now()
  const { appointmentId } = await buildAppointment(platform, { ...desk, startsAt: new Date(now.getTime() - 600_000) })
  await markArrived(platform, desk.at(appointmentId))
  const cancel = () => cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'center', reason })
  await expect(cancel()).rejects.toEqual(withCode('appointments.not_changeable'))
  await undoArrival(platform, desk.at(appointmentId))
  await expect(cancel()).resolves.toMatchObject({ row: { status: 'cancelled' } })
})

it('the payment of a cancelled appointment counts as to be refunded until the desk records the refund', async () => {
  const desk = await buildDesk(platform)
  const { appointmentId } = await buildAppointment(platform, { ...desk, startsAt: monday })
  await collectPayment(platform, { ...desk.at(appointmentId), amountCents: 150_000, method: 'efectivo' })
  const figures = async () =>
    readFigures(platform, {
      member: await requireMember(platform.db, { userId: desk.owner, centerId: desk.centerId }),
    })
  const countToRefund = async () => (await figures()).attention.toRefund
  expect(await countToRefund()).toBe(0)
  const { row } = await cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'center', reason })
  expect(refundTotal(row)).toMatchObject({ refundCents: 150_000, isRefunded: false })
  expect(await countToRefund()).toBe(1)
  expect((await figures()).firstToRefund).toEqual({ id: appointmentId, startsAt: monday })
  const recordRefund = () => undoCollection(platform, desk.at(appointmentId))
  for (const _ of ['once', 'again']) {
    expect(refundTotal((await recordRefund()).row)).toMatchObject({ refundCents: 150_000, isRefunded: true })
  }
  expect(await countToRefund()).toBe(0)
})

it('a patient who cancels late gets the centre’s percentage of the payment back', async () => {
  const desk = await buildDesk(platform)
  const { centerId } = desk
  for (const [percent, refundCents] of [
    [50, 501],
    [0, null],
  ] as const) {
    await platform.db
      .updateTable('center_profiles')
      .set({ late_refund_percent: percent })
      .where('id', '=', centerId)
      .execute()
    const startsAt = new Date(platform.clock.now().getTime() + (percent + 60) * minuteMs)
    const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt })
    await collectPayment(platform, { ...desk.at(appointmentId), amountCents: 1001, method: 'debito' })
    await cancelAppointment(platform, { caller: { userId: patientId, visitorKey: undefined }, appointmentId })
    const payment = platform.db
      .selectFrom('payments')
      .select('refund_amount')
      .where('appointment_id', '=', appointmentId)
    expect((await payment.executeTakeFirstOrThrow()).refund_amount).toBe(refundCents)
  }
})

it('a patient who switched mails off gets none, but gets the points', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
  await setPreference(platform, { userId: patientId, kind: 'appointment', byMail: false })
  await cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'center', reason })
  const mails = await listAllMails(platform, { limit: 100 })
  expect(mails.some(({ to }) => to === `${patientId}@prueba.uy`)).toBe(false)
  expect((await pointsOf(platform, { userId: patientId })).points?.available).toBe(100)
})

it('an appointment that the patient cancelled cannot be cancelled by the centre', async () => {
  const desk = await buildDesk(platform)
  const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt: monday })
  await cancelAppointment(platform, { caller: { userId: patientId, visitorKey: undefined }, appointmentId })
  await expect(cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'center', reason })).rejects.toEqual(
    withCode('appointments.not_changeable'),
  )
  expect((await pointsOf(platform, { userId: patientId })).points).toBeNull()
})

it('an appointment that ended cannot be cancelled', async () => {
  const desk = await buildDesk(platform)
  const { appointmentId } = await buildAppointment(platform, { ...desk, startsAt: new Date('2026-11-20T10:00:00Z') })
  await expect(cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'center', reason })).rejects.toEqual(
    withCode('appointments.not_changeable'),
  )
})

it('when the patient deletes their account at the same time, both succeed and no points remain', async () => {
  for (let round = 0; round < 5; round++) {
    const desk = await buildDesk(platform)
    const person = await buildSignedIn(platform)
    const { appointmentId } = await buildAppointment(platform, { ...desk, patientId: person.userId, startsAt: monday })
    const [cancellation, deletion] = await Promise.allSettled([
      cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'center', reason }),
      deleteAccount(platform, { actor: person, currentPassword: null }),
    ])
    expect(deletion.status).toBe('fulfilled')
    if (cancellation.status === 'rejected') expect(cancellation.reason).toEqual(withCode('appointments.not_changeable'))
    expect(await pointsOf(platform, person)).toEqual({ points: null, pointMovements: [] })
  }
})

describe('an appointment that the desk cancels for its patient', () => {
  const inHours = (hours: number) => new Date(platform.clock.now().getTime() + hours * hourMs)
  const forPatient = (desk: Desk, appointmentId: string) =>
    cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'patient', reason: '' })
  const mailTo = async (patientId: string) =>
    (await listAllMails(platform, { limit: 1000 })).find(
      ({ to, kind }) => to === `${patientId}@prueba.uy` && kind === 'appointments.cancelled_for_patient',
    )

  it.each([
    ['early', 48, 1001, 'El centro te devuelve lo que habías pagado: $ 10,01.'],
    ['late', 3, 501, 'Habías pagado $ 10,01. El centro te devuelve el 50 %: $ 5,01.'],
  ])(
    '%s has the patient’s own terms: the preview and the mail contain the same refund, without points',
    async (_, hours, refundCents, money) => {
      const desk = await buildDesk(platform)
      const { patientId } = await buildPatient(platform, { verified: true })
      const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt: inHours(hours) })
      await collectPayment(platform, { ...desk.at(appointmentId), amountCents: 1001, method: 'efectivo' })
      const choices = await readCancellation(platform, desk.at(appointmentId))
      expect(choices).toMatchObject({
        paidCents: 1001,
        byPatient: { refundCents },
        byCenter: { refundCents: 1001, points: 100 },
      })
      const { row, points, notified } = await forPatient(desk, appointmentId)
      expect({ points, notified }).toEqual({ points: 0, notified: true })
      expect(row).toMatchObject({
        status: 'cancelled',
        cancelledBy: 'patient',
        cancelledAtDesk: true,
      })
      expect(refundTotal(row)).toMatchObject({ refundCents, isRefunded: false })
      expect((await pointsOf(platform, { userId: patientId })).points).toBeNull()
      const mail = await mailTo(patientId)
      expect(mail?.subject).toBe('El centro anotó que cancelaste tu cita')
      expect(mail?.text).toContain('dinos «Yo no la cancelé»')
      const notifications = platform.db.selectFrom('notifications').where('user_id', '=', patientId).select('title')
      expect(await notifications.execute()).toContainEqual({ title: 'El centro anotó que cancelaste tu cita' })
      expect(mail?.text).toContain('El centro anotó que pediste cancelarla. Si no fue así, avísale')
      expect(mail?.text.replaceAll('\u00a0', ' ')).toContain(money)
      expect(mail?.text).not.toContain('El centro canceló')
    },
  )

  it('is mailed without a refund when nothing was paid', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt: inHours(3) })
    await forPatient(desk, appointmentId)
    expect((await mailTo(patientId))?.text).toContain('No habías pagado nada: no hay nada que devolver.')
  })

  it('can be cancelled only by the centre once it has begun', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId } = await buildAppointment(platform, { ...desk, startsAt: inHours(-0.25) })
    expect((await readCancellation(platform, desk.at(appointmentId))).byPatient).toBeNull()
    await expect(forPatient(desk, appointmentId)).rejects.toEqual(withCode('appointments.not_changeable'))
    const byCenter = { ...desk.at(appointmentId), by: 'center', reason } as const
    await expect(cancelAtDesk(platform, byCenter)).resolves.toMatchObject({ row: { cancelledBy: 'center' } })
  })

  it('is cancelled once, and the centre cannot cancel it again in its own name', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId } = await buildAppointment(platform, { ...desk, startsAt: inHours(48) })
    await forPatient(desk, appointmentId)
    await expect(forPatient(desk, appointmentId)).resolves.toMatchObject({ row: { cancelledBy: 'patient' } })
    await expect(cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'center', reason })).rejects.toEqual(
      withCode('appointments.not_changeable'),
    )
  })

  it('needs a reason when its centre cancels it, and none when the patient does', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId } = await buildAppointment(platform, { ...desk, startsAt: inHours(48) })
    const client = clientOf(platform, agendaRoutes, desk.reception)
    const atDesk = { centerId: desk.centerId, appointmentId }
    const { byCenter, byPatient } = await client.cancellation(atDesk)
    const ofPatient = { ...atDesk, by: 'patient', reason: '', terms: byPatient?.terms ?? '' } as const
    await expect(client.cancel({ ...atDesk, by: 'center', reason: '', terms: byCenter.terms })).rejects.toMatchObject({
      data: { issues: [{ path: ['reason'], message: 'Escribe el motivo: se lo contamos al paciente' }] },
    })
    await expect(client.cancel(ofPatient)).resolves.toMatchObject({
      cancelledBy: 'patient',
      cancelledAtDesk: true,
      notified: true,
    })
  })
})
