import { ORPCError } from '@orpc/contract'
import { type UnconfirmedBookings, unconfirmedMax, unconfirmedShownFrom } from '#contract/desk-tasks.ts'
import { agendaScope, type Member } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { withSavepoint } from '#server/platform/postgres/savepoint.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { fail } from '../appointments.errors.ts'
import { unconfirmedReason } from '../mail/by-center.ts'
import { type AppointmentRow, requireAppointment } from '../repository/appointments.ts'
import { lockForChange, tryLockChangeOfMany } from '../repository/locks.ts'
import { countUnconfirmed, listUnconfirmed, type UnconfirmedRow } from '../repository/unconfirmed.ts'
import { cancelAtDeskIn } from './cancel-at-desk.ts'
import { mailCancelledTogether } from './notify-change.ts'

const limit = { name: 'appointments.cancellations_of_unconfirmed', limit: 10, windowSeconds: 60 }

/** How many there are, where they are more than the usual newcomers; otherwise 0. */
export async function countShownUnconfirmed(db: Db, input: { member: Member; now: Date }): Promise<number> {
  const count = await countUnconfirmed(db, scopeOf(input))
  return count < unconfirmedShownFrom ? 0 : count
}

export async function readUnconfirmed(
  { db, clock }: Platform,
  { member }: { member: Member },
): Promise<UnconfirmedBookings> {
  const scope = scopeOf({ member, now: clock.now() })
  const [count, rows] = await Promise.all([
    countUnconfirmed(db, scope),
    listUnconfirmed(db, { ...scope, limit: unconfirmedMax }),
  ])
  const accounts = [...Map.groupBy(rows, ({ patientId }) => patientId).values()].flatMap(presentAccount)
  return { count, accounts: accounts.sort((a, b) => b.bookings.length - a.bookings.length) }
}

function presentAccount(rows: readonly UnconfirmedRow[]): UnconfirmedBookings['accounts'] {
  const [first] = rows
  if (!first) return []
  const bookings = rows.map(({ startsAt, ...booking }) => ({
    appointmentId: booking.appointmentId,
    startsAt: startsAt.toISOString(),
    professionalId: booking.professionalId,
    professionalName: booking.professionalName,
  }))
  return [{ id: first.patientId, name: first.name, phone: first.phone, bookings }]
}

const scopeOf = ({ member, now }: { member: Member; now: Date }) => ({
  centerId: member.centerId,
  ...agendaScope(member),
  now,
})

type Request = { userId: string; centerId: string; appointmentIds: readonly string[] }

/**
 * Cancels those of the appointments that are still of accounts without a confirmed address, in one transaction. A repeated
 * request cancels nothing more. Each account gets one mail, and the desk calls none of them.
 * @returns how many it cancelled, and how many it left
 * @throws agenda.many_in_progress while another change of many appointments of the centre runs
 */
export async function cancelUnconfirmed(
  platform: Platform,
  input: Request,
): Promise<{ cancelled: number; kept: number }> {
  await requireMember(platform.db, input)
  await countAttempt(platform, { ...limit, key: input.userId })
  const cancelled = await platform.db.transaction().execute((tx) => cancelIn(tx, platform, input))
  return { cancelled, kept: new Set(input.appointmentIds).size - cancelled }
}

async function cancelIn(tx: Tx, platform: Platform, { userId, centerId, appointmentIds }: Request): Promise<number> {
  const member = await requireMember(tx, { userId, centerId })
  if (!(await tryLockChangeOfMany(tx, { centerId }))) throw fail('agenda.many_in_progress')
  const query = { ...scopeOf({ member, now: platform.clock.now() }), limit: unconfirmedMax }
  const known = await listUnconfirmed(tx, { ...query, appointmentIds })
  const ids = known.map(({ appointmentId }) => appointmentId)
  await lockForChange(tx, { patientIds: known.map(({ patientId }) => patientId), appointmentIds: ids })
  // An address may have been confirmed before the locks were taken.
  const rows = await listUnconfirmed(tx, { ...query, appointmentIds: ids })
  const byAccount = new Map<string, { before: AppointmentRow; appointment: AppointmentRow }[]>()
  let cancelled = 0
  for (const { appointmentId, patientId } of rows) {
    const before = await requireAppointment(tx, { appointmentId })
    const at = { userId, centerId, appointmentId }
    if (!(await wasCancelled(tx, platform, at))) continue
    const appointment = await requireAppointment(tx, { appointmentId })
    byAccount.set(patientId, [...(byAccount.get(patientId) ?? []), { before, appointment }])
    cancelled += 1
  }
  for (const ofAccount of byAccount.values()) await mailCancelledTogether(tx, { platform, cancelled: ofAccount })
  return cancelled
}

/** One that cannot be cancelled does not keep the others. */
async function wasCancelled(
  tx: Tx,
  platform: Platform,
  at: Omit<Request, 'appointmentIds'> & { appointmentId: string },
) {
  try {
    const cancellation = { ...at, by: 'center', reason: unconfirmedReason, isNotifiedTogether: true } as const
    await withSavepoint(tx, () => cancelAtDeskIn(tx, platform, cancellation))
    return true
  } catch (error) {
    if (error instanceof ORPCError && error.status < 500) return false
    throw error
  }
}
