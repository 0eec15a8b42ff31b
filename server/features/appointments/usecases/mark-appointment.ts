import { cancelCommission } from '#server/features/commissions/repository/commissions.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { earnForCompletions, takeBackCompletion } from '#server/features/loyalty/usecases/points.ts'
import { releaseUnsupported } from '#server/features/promotions/usecases/discounts.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import type { AgendaRow } from '../repository/agenda.ts'
import { requireAppointment } from '../repository/appointments.ts'
import * as changes from '../repository/changes.ts'
import { isTooEarly } from '../rules/agenda.ts'
import { type ChangedAppointment, changeAtDesk, type DeskChange } from './change-at-desk.ts'
import { keepReplacementPoints } from './keep-replacement-points.ts'
import { notifyOfCenterChange } from './notify-change.ts'
import { takeTime } from './take-time.ts'

// Each of these is idempotent.

export async function confirmAtDesk(platform: Platform, input: DeskChange): Promise<ChangedAppointment> {
  return changeAtDesk(platform, input, async (tx, { row, can, requireSeen, now }) => {
    if (row.status === 'confirmed') return
    if (!can.confirm) throw notChangeable(row)
    requireSeen()
    await changes.setConfirmedByCenter(tx, { ...input, now })
    const appointment = await requireAppointment(tx, input)
    await notifyOfCenterChange(tx, { platform, appointment, before: row, event: { kind: 'confirmed_by_center' } })
  })
}

export async function markArrived(platform: Platform, input: DeskChange): Promise<ChangedAppointment> {
  return changeAtDesk(platform, input, async (tx, { row, can, requireSeen, now }) => {
    if (row.status === 'confirmed' && row.arrivedAt !== null) return
    if (!can.arrive) throw tooEarlyOrNotChangeable(row, now)
    requireSeen()
    await changes.setArrived(tx, { ...input, at: now, now })
  })
}

export async function undoArrival(platform: Platform, input: DeskChange): Promise<ChangedAppointment> {
  return changeAtDesk(platform, input, async (tx, { row, can, requireSeen, now }) => {
    if (row.status === 'confirmed' && row.arrivedAt === null) return
    if (!can.undoArrival) throw notChangeable(row)
    requireSeen()
    await changes.setArrived(tx, { ...input, at: null, now })
  })
}

export async function completeAppointment(platform: Platform, input: DeskChange): Promise<ChangedAppointment> {
  return changeAtDesk(platform, input, async (tx, { row, can, hasAccount, requireSeen, now }) => {
    if (row.status === 'completed') return
    if (!can.complete) throw tooEarlyOrNotChangeable(row, now)
    requireSeen()
    await changes.setCompleted(tx, { ...input, now })
    await chargeCommission(tx, { appointmentIds: [input.appointmentId], now })
    if (hasAccount) await earnForCompletions(tx, { appointmentIds: [input.appointmentId], now })
  })
}

/**
 * It also corrects an appointment that a job completed: the centre then owes commission only on a payment that it
 * keeps.
 */
export async function markNoShow(platform: Platform, input: DeskChange): Promise<ChangedAppointment> {
  return changeAtDesk(platform, input, async (tx, { row, can, requireSeen, now }) => {
    if (row.status === 'no_show') return
    if (!can.noShow) throw tooEarlyOrNotChangeable(row, now)
    requireSeen()
    await keepReplacementPoints(tx, { ...input, now }, () => changes.setNoShow(tx, { ...input, now }))
    await releaseUnsupported(tx, { appointmentIds: [input.appointmentId], now })
    await cancelCommission(tx, input)
    await takeBackPoints(tx, { row, now })
    if (row.paidCents > 0) await chargeCommission(tx, { appointmentIds: [input.appointmentId], now })
    const appointment = await requireAppointment(tx, input)
    await notifyOfCenterChange(tx, { platform, appointment, before: row, event: { kind: 'marked_no_show' } })
  })
}

/**
 * Sets a completed or missed appointment back to confirmed, unless another appointment has taken the time of a missed one. An
 * objection stays open: end_no_show_objection() of the database ends it when the appointment is completed.
 */
export async function reopenAppointment(platform: Platform, input: DeskChange): Promise<ChangedAppointment> {
  return changeAtDesk(platform, { ...input, takesTime: true }, async (tx, { row, can, requireSeen, now }) => {
    if (row.status === 'confirmed') return
    if (!can.reopen) throw notChangeable(row)
    requireSeen()
    await keepReplacementPoints(tx, { ...input, now }, () =>
      takeTime(row, () => changes.setReopened(tx, { ...input, now })),
    )
    await cancelCommission(tx, input)
    await takeBackPoints(tx, { row, now })
  })
}

async function takeBackPoints(tx: Tx, { row, now }: { row: AgendaRow; now: Date }): Promise<void> {
  const { id: appointmentId, patientId: userId, professionalName } = row
  if (userId === null) return
  const description = `Se corrigió tu consulta con ${professionalName}`
  await takeBackCompletion(tx, { userId, appointmentId, description, now })
}

function notChangeable({ status }: AgendaRow) {
  return fail('appointments.not_changeable', { status })
}

function tooEarlyOrNotChangeable(row: AgendaRow, now: Date) {
  return isTooEarly({ ...row, now }) ? fail('appointments.not_yet') : notChangeable(row)
}
