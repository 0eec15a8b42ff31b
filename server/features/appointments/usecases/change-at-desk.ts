import { type Member, managesCenter, mayTouchAgendaOf } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import * as agenda from '../repository/agenda.ts'
import { lockAppointment } from '../repository/appointments.ts'
import { lockCalendars, lockPatient } from '../repository/changes.ts'
import { deskAbilities } from '../rules/desk.ts'

/** Whose desk it is, and which appointment. */
export type AtDesk = { userId: string; centerId: string; appointmentId: string }
/** An appointment as it is after a change, and who sees it. */
export type Changed = { row: agenda.AgendaRow; member: Member }

/** The appointment, for a member who may touch it. To everybody else there is none. */
export async function requireAtDesk(db: Db | Tx, { userId, centerId, appointmentId }: AtDesk): Promise<Changed> {
  const member = await requireMember(db, { centerId, userId })
  const row = await agenda.findOfCenter(db, { centerId, appointmentId })
  if (!row || !mayTouchAgendaOf(member, row)) throw fail('appointments.not_found')
  return { row, member }
}

type Change = Changed & {
  can: ReturnType<typeof deskAbilities>
  /** False when the patient's account is gone, or there never was one. */
  hasAccount: boolean
  now: Date
}

/**
 * One change of one appointment: who asks and what it is are read under its lock, in the transaction of the change.
 * `takesTime`: it takes its time back, and queues up with everybody else who updates those calendars.
 */
export async function changeAtDesk(
  platform: Platform,
  options: AtDesk & { takesTime?: boolean },
  change: (tx: Tx, input: Change) => Promise<void>,
): Promise<Changed> {
  return platform.db.transaction().execute((tx) => changeAtDeskIn(tx, platform, options, (about) => change(tx, about)))
}

/** As changeAtDesk(), as a part of the caller's transaction. */
export async function changeAtDeskIn(
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  options: AtDesk & { takesTime?: boolean },
  change: (input: Change) => Promise<void>,
): Promise<Changed> {
  const now = platform.clock.now()
  const { row: known } = await requireAtDesk(tx, options)
  // Before the appointment's lock: an account that is being deleted takes them in this order, too.
  const { patientId } = known
  const hasAccount = patientId !== null && (await lockPatient(tx, { patientId }))
  if (options.takesTime)
    await lockCalendars(
      tx,
      [known.professionalId, known.attendeeId].flatMap((id) => id ?? []),
    )
  await lockAppointment(tx, options)
  const { row, member } = await requireAtDesk(tx, options)
  // Another request moved it to a professional whose calendar is not locked: the caller saw an old state.
  if (options.takesTime && row.professionalId !== known.professionalId)
    throw fail('appointments.not_changeable', { status: row.status })
  await change({ row, member, hasAccount, can: abilitiesOf({ row, member, now }), now })
  return { row: await agenda.requireOfCenter(tx, options), member }
}

export function abilitiesOf({ row, member, now }: Changed & { now: Date }) {
  return deskAbilities({ ...row, ownsBooks: managesCenter(member), now })
}
