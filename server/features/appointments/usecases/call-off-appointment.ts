import { zone } from '#contract/calendar.ts'
import { givePoints, holdPoints } from '#server/features/loyalty/loyalty.usecases.ts'
import { localDay, startOfDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import type { AgendaRow } from '../repository/agenda.ts'
import { requireAppointment } from '../repository/appointments.ts'
import { setCancelled, wasCompensated } from '../repository/changes.ts'
import { type AtDesk, type Changed, changeAtDesk } from './change-at-desk.ts'
import { tellOfCentersChange } from './tell-of-change.ts'

/** What a patient gets for an appointment that its centre cancels. */
const compensationPoints = 100

/** The centre cancels: everything is given back, the patient gets points and reads why. Repeating it changes nothing. @returns also whether a mail tells them */
export async function callOffAppointment(
  platform: Platform,
  { reason, ...o }: AtDesk & { reason: string },
): Promise<Changed & { told: boolean }> {
  let told = true
  const changed = await changeAtDesk(platform, o, async (tx, { row, can, hasAccount, now }) => {
    if (row.status === 'cancelled' && row.cancelledBy === 'center') return
    if (!can.cancel) throw fail('appointments.not_changeable', { status: row.status })
    await setCancelled(tx, { ...o, by: 'center', reason, refundPercent: 100, now })
    const appointment = await requireAppointment(tx, o)
    const { centerId, centerName } = appointment
    const bonusPoints = hasAccount ? await compensate(tx, { row, centerId, centerName, now }) : 0
    told = await tellOfCentersChange(tx, { platform, appointment, event: { kind: 'called_off', reason, bonusPoints } })
  })
  return { ...changed, told }
}

type Compensated = { row: AgendaRow; centerId: string; centerName: string; now: Date }

/**
 * Points for what the patient booked and the centre calls off: of one centre once a day, and none for what it entered
 * itself, or a desk could make them out of nothing. @returns how many
 */
async function compensate(tx: Tx, { row, centerId, centerName, now }: Compensated): Promise<number> {
  const { id, patientId, bookedBy } = row
  if (patientId === null || bookedBy !== 'patient') return 0
  // Of two at once, the second sees what the first gave.
  await holdPoints(tx, { userId: patientId, now })
  const since = startOfDay({ day: localDay({ instant: now, zone }), zone })
  if (await wasCompensated(tx, { patientId, centerId, exceptAppointment: id, since })) return 0
  const gave = await givePoints(tx, {
    userId: patientId,
    points: compensationPoints,
    type: 'bonus',
    description: `${centerName} canceló tu cita`,
    reference: { type: 'appointment', id },
    now,
  })
  return gave ? compensationPoints : 0
}
