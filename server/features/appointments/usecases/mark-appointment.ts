import { chargeCommission, dropCommission } from '#server/features/commissions/commissions.usecases.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isExclusionViolation } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import type { AgendaRow } from '../repository/agenda.ts'
import { requireAppointment } from '../repository/appointments.ts'
import * as desk from '../repository/desk.ts'
import { isTooEarly } from '../rules/desk.ts'
import { type AtDesk, type Changed, changeAtDesk } from './change-at-desk.ts'
import { notifyCenterChange } from './notify-change.ts'

// Doing one of these again changes nothing, and is answered as the first time.

/** The answer of a centre that confirms by hand. */
export async function confirmAtDesk(platform: Platform, input: AtDesk): Promise<Changed> {
  return changeAtDesk(platform, input, async (tx, { row, can, now }) => {
    if (row.status === 'confirmed') return
    if (!can.confirm) throw notChangeable(row)
    await desk.setConfirmedByCenter(tx, { ...input, now })
    const appointment = await requireAppointment(tx, input)
    await notifyCenterChange(tx, { platform, appointment, before: row, event: { kind: 'confirmed_by_center' } })
  })
}

export async function markArrived(platform: Platform, input: AtDesk): Promise<Changed> {
  return changeAtDesk(platform, input, async (tx, { row, can, now }) => {
    if (row.status === 'confirmed' && row.arrivedAt !== null) return
    if (!can.arrive) throw tooEarlyOrNotChangeable(row, now)
    await desk.setArrived(tx, { ...input, at: now, now })
  })
}

export async function undoArrival(platform: Platform, input: AtDesk): Promise<Changed> {
  return changeAtDesk(platform, input, async (tx, { row, can, now }) => {
    if (row.status === 'confirmed' && row.arrivedAt === null) return
    if (!can.undoArrival) throw notChangeable(row)
    await desk.setArrived(tx, { ...input, at: null, now })
  })
}

export async function completeAppointment(platform: Platform, input: AtDesk): Promise<Changed> {
  return changeAtDesk(platform, input, async (tx, { row, can, now }) => {
    if (row.status === 'completed') return
    if (!can.complete) throw tooEarlyOrNotChangeable(row, now)
    await desk.setCompleted(tx, { ...input, now })
    await chargeCommission(tx, { appointmentIds: [input.appointmentId], now })
  })
}

/** Also of one that was completed because nobody said otherwise: then nothing is owed for it. */
export async function markNoShow(platform: Platform, input: AtDesk): Promise<Changed> {
  return changeAtDesk(platform, input, async (tx, { row, can, now }) => {
    if (row.status === 'no_show') return
    if (!can.noShow) throw tooEarlyOrNotChangeable(row, now)
    await desk.setNoShow(tx, { ...input, now })
    await dropCommission(tx, input)
  })
}

/** Back to confirmed. Somebody may have got the time of an absence since: the constraint decides. */
export async function reopenAppointment(platform: Platform, input: AtDesk): Promise<Changed> {
  let startsAt = ''
  const reopened = changeAtDesk(platform, { ...input, takesTime: true }, async (tx, { row, can, now }) => {
    startsAt = row.startsAt.toISOString()
    if (row.status === 'confirmed') return
    if (!can.reopen) throw notChangeable(row)
    await desk.setReopened(tx, { ...input, now })
    await dropCommission(tx, input)
  })
  return reopened.catch((error: unknown) => {
    throw isExclusionViolation(error) ? fail('appointments.slot_taken', { startsAt }) : error
  })
}

function notChangeable({ status }: AgendaRow) {
  return fail('appointments.not_changeable', { status })
}

function tooEarlyOrNotChangeable(row: AgendaRow, now: Date) {
  return isTooEarly({ ...row, now }) ? fail('appointments.not_yet') : notChangeable(row)
}
