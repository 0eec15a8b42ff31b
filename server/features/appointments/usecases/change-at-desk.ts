import { type Member, mayChangeAgendaOf } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { requireVersion } from '#server/platform/version.ts'
import { fail } from '../appointments.errors.ts'
import { agendaAbilities } from '../appointments.policy.ts'
import * as agenda from '../repository/agenda.ts'
import { lockForChange } from '../repository/locks.ts'
import { appointmentVersion } from '../rules/agenda.ts'

export type DeskRequest = { userId: string; centerId: string; appointmentId: string }
/** `version` is that of the appointment that the member saw. */
export type DeskChange = DeskRequest & { version?: string }
export type ChangedAppointment = { row: agenda.AgendaRow; member: Member }

/** @throws appointments.not_found unless the member may change the appointment */
export async function requireAtDesk(
  db: Db | Tx,
  { userId, centerId, appointmentId }: DeskRequest,
): Promise<ChangedAppointment> {
  const member = await requireMember(db, { centerId, userId })
  const row = await agenda.findOfCenter(db, { centerId, appointmentId })
  if (!row || !mayChangeAgendaOf(member, row)) throw fail('appointments.not_found')
  return { row, member }
}

type LockedAppointment = ChangedAppointment & {
  can: ReturnType<typeof agendaAbilities>
  /** False for a guest, and for a patient whose account was deleted. */
  hasAccount: boolean
  /** Refuses another version, once a repeated request has had its response. */
  requireSeen: () => void
  now: Date
}

type Options = DeskChange & {
  /** The change makes the appointment occupy its time again, so it locks the calendars, too. */
  takesTime?: boolean
}

/**
 * Runs one change of one appointment in a transaction, which reads the member, the appointment and what the member may do
 * with it after it has taken its locks.
 * @returns the appointment after the change, and what `change` returned
 */
export async function changeAtDesk<Outcome>(
  platform: Platform,
  options: Options,
  change: (tx: Tx, locked: LockedAppointment) => Promise<Outcome>,
): Promise<ChangedAppointment & { outcome: Outcome }> {
  return platform.db
    .transaction()
    .execute((tx) => changeAtDeskIn(tx, platform, options, (locked) => change(tx, locked)))
}

export async function changeAtDeskIn<Outcome>(
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  options: Options,
  change: (locked: LockedAppointment) => Promise<Outcome>,
): Promise<ChangedAppointment & { outcome: Outcome }> {
  const now = platform.clock.now()
  const { row: known } = await requireAtDesk(tx, options)
  const { haveAccounts } = await lockForChange(tx, {
    patientIds: [known.patientId],
    calendarsOf: options.takesTime ? [known.professionalId, known.attendeeId] : [],
    keepsCenterOpen: options.takesTime ?? false,
    appointmentIds: [options.appointmentId],
  })
  const { row, member } = await requireAtDesk(tx, options)
  // Another request moved it to a professional whose calendar is not locked.
  if (options.takesTime && row.professionalId !== known.professionalId)
    throw fail('appointments.not_changeable', { status: row.status })
  const hasAccount = row.patientId !== null && haveAccounts
  const can = agendaAbilities({ appointment: row, member, now })
  const requireSeen = () => requireVersion({ seen: options.version, current: appointmentVersion(row) })
  const outcome = await change({ row, member, hasAccount, can, requireSeen, now })
  return { row: await agenda.requireOfCenter(tx, options), member, outcome }
}
