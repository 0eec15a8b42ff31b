import { describe, expect, it } from 'vitest'
import { provisionalHours, provisionalWarningHours } from '#contract/calendar.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { booking, later } from '#server/testing/booking.ts'
import { buildService, verifyEmail } from '#server/testing/builders.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { findAppointment } from '../repository/appointments.ts'
import { presentAppointment } from '../routes/present-appointment.ts'
import { confirmAppointment } from './confirm-appointment.ts'
import { moveAppointment } from './move-appointment.ts'
import { releaseUnproven } from './release-unproven.ts'

const platform = await testPlatform()
const { db, clock } = platform
const { book, hold, patient } = booking(platform)
const start = clock.now()
const at = (hours: number) => clock.set(new Date(start.getTime() + hours * hourMs))

const mailsTo = async (to: string | null) =>
  (await listAllMails(platform, { limit: 500 })).filter((mail) => mail.to === to).map(({ subject }) => subject)
const deliver = () =>
  db.updateTable('outbound_mails').set({ sent_at: clock.now() }).where('sent_at', 'is', null).execute()
const shown = async (appointmentId: string, userId: string) => {
  const row = await findAppointment(db, { appointmentId })
  if (!row) throw new Error('There is no such appointment.')
  return presentAppointment({ row, caller: { userId, visitorKey: undefined }, platform })
}

async function bellsOf(userId: string): Promise<string[]> {
  const rows = await db.selectFrom('notifications').select('title').where('user_id', '=', userId).execute()
  return rows.map(({ title }) => title)
}

/** Runs the job after the given hours, with every mail delivered. */
async function runAt(...hours: number[]) {
  for (const hour of hours) {
    at(hour)
    await releaseUnproven(platform)
    await deliver()
  }
}
const warning = provisionalHours - provisionalWarningHours

describe('a booking of an account whose address stays unconfirmed', () => {
  it('is freed after its term, by no fault of either side, and a warning leads to the confirmation', async () => {
    at(0)
    const { serviceId, centerId } = await buildService(platform)
    const { caller, appointment } = await book({ serviceId, startsAt: later(7 * dayMs) })
    const until = new Date(start.getTime() + provisionalHours * hourMs)
    expect(appointment.provisionalUntil).toEqual(until)
    await runAt(warning - 1)
    expect(await mailsTo(appointment.patientEmail)).not.toContain('Confirma tu correo para conservar tu hora')
    await runAt(warning, warning + 1)
    const warnings = (await listAllMails(platform, { limit: 500 })).filter(
      ({ to, subject }) => to === appointment.patientEmail && subject === 'Confirma tu correo para conservar tu hora',
    )
    expect(warnings).toHaveLength(1)
    expect(warnings[0]?.html).toContain('/auth/v1/verify?')
    expect(await bellsOf(caller.userId)).toEqual(['Confirma tu correo para conservar tu hora'])
    await runAt(provisionalHours)
    expect(await shown(appointment.id, caller.userId)).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'system',
      freedUnconfirmed: true,
      provisionalUntil: null,
    })
    // The later one replaces the warning.
    expect(await bellsOf(caller.userId)).toEqual(['Tu hora se liberó: faltó confirmar tu correo'])
    expect(await bellsOf(centerId)).toContain('Se liberó una hora: el correo quedó sin confirmar')
    await expect(hold({ serviceId, startsAt: later(7 * dayMs) })).resolves.toMatchObject({ status: 'held' })
  })

  it('stays when the address is confirmed, when it starts too soon to be of use to others, and when it is paid', async () => {
    at(0)
    const { serviceId } = await buildService(platform)
    const proven = await book({ serviceId, startsAt: later(7 * dayMs) })
    const paid = await book({ serviceId, startsAt: later(7 * dayMs + 2 * hourMs) })
    await db.updateTable('appointments').set({ paid_amount: 100 }).where('id', '=', paid.appointment.id).execute()
    const soon = await book({
      serviceId: (await buildService(platform)).serviceId,
      startsAt: new Date('2026-11-20T18:00:00Z'),
    })
    expect(soon.appointment.provisionalUntil).toBeNull()
    await runAt(warning)
    await verifyEmail(platform, proven.caller)
    expect((await shown(proven.appointment.id, proven.caller.userId)).provisionalUntil).toBeNull()
    await runAt(warning + 1, provisionalHours, provisionalHours + 1)
    for (const { appointment, caller } of [proven, paid, soon])
      expect(await shown(appointment.id, caller.userId)).toMatchObject({
        status: 'confirmed',
        freedUnconfirmed: false,
      })
  })

  it('is not provisional once the account has confirmed its address', async () => {
    at(0)
    const { serviceId } = await buildService(platform)
    const caller = await patient()
    await verifyEmail(platform, caller)
    const held = await hold({ serviceId, caller, startsAt: later(7 * dayMs) })
    const appointment = await confirmAppointment(platform, { caller, appointmentId: held.id })
    const { proof_due_at } = await db
      .selectFrom('appointments')
      .select('proof_due_at')
      .where('id', '=', appointment.id)
      .executeTakeFirstOrThrow()
    expect(proof_due_at).toBeNull()
  })
})

it('no time is freed before its patient could read the warning', async () => {
  at(0)
  const { serviceId } = await buildService(platform)
  const { caller, appointment } = await book({ serviceId, startsAt: later(7 * dayMs) })
  // The job was away for a day and more.
  await runAt(40)
  const late = await shown(appointment.id, caller.userId)
  expect(late).toMatchObject({ status: 'confirmed', provisionalUntil: new Date(start.getTime() + 46 * hourMs) })
  // The mail of the warning waits for its server: it is given again.
  await db.updateTable('outbound_mails').set({ sent_at: null }).where('kind', '=', 'appointments.proof_due').execute()
  at(46)
  await releaseUnproven(platform)
  expect(await shown(appointment.id, caller.userId)).toMatchObject({ status: 'confirmed' })
  await runAt(47, 51)
  expect(await shown(appointment.id, caller.userId)).toMatchObject({ status: 'confirmed' })
  await runAt(53)
  expect(await shown(appointment.id, caller.userId)).toMatchObject({ status: 'cancelled', freedUnconfirmed: true })
})

it('a move by the patient prolongs no term, also through a time that is too near to be freed', async () => {
  at(0)
  const { serviceId } = await buildService(platform)
  const { caller, appointment } = await book({ serviceId, startsAt: later(7 * dayMs) })
  at(2)
  const moved = await moveAppointment(platform, { caller, appointmentId: appointment.id, startsAt: later(8 * dayMs) })
  expect(moved.provisionalUntil).toEqual(appointment.provisionalUntil)
  const soon = new Date('2026-11-20T19:00:00Z')
  const near = await moveAppointment(platform, { caller, appointmentId: appointment.id, startsAt: soon })
  expect(near.provisionalUntil).toBeNull()
  const far = await moveAppointment(platform, { caller, appointmentId: appointment.id, startsAt: later(8 * dayMs) })
  expect(far.provisionalUntil).toEqual(appointment.provisionalUntil)
})

it('a flood of freed times is told by few mails to the centre', async () => {
  at(0)
  const { serviceId, centerId } = await buildService(platform)
  for (let n = 0; n < 7; n++) await book({ serviceId, startsAt: later((7 + (n % 5) + Math.floor(n / 5) * 7) * dayMs) })
  await runAt(warning, provisionalHours)
  const notices = await db
    .selectFrom('appointment_notices')
    .innerJoin('appointments', 'appointments.id', 'appointment_id')
    .where('center_id', '=', centerId)
    .where('audience', '=', 'center')
    .select('appointment_id')
    .execute()
  expect(notices).toHaveLength(5)
})

it('a held time that an account confirms twice keeps its first term', async () => {
  at(0)
  const { serviceId } = await buildService(platform)
  const { caller, appointment } = await book({ serviceId, startsAt: later(7 * dayMs) })
  at(3)
  const again = await confirmAppointment(platform, { caller, appointmentId: appointment.id })
  expect(again.provisionalUntil).toEqual(appointment.provisionalUntil)
  await expect(hold({ serviceId, startsAt: later(7 * dayMs) })).rejects.toEqual(withCode('appointments.slot_taken'))
})
