import { ORPCError } from '@orpc/contract'
import type { DayChange } from '#contract/agenda.ts'
import { failField } from '#contract/errors.ts'
import { mayTouchAgendaOf } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { lockBookingsOf } from '#server/features/professionals/usecases/block-time.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import * as agenda from '../repository/agenda.ts'
import { lockCalendars, lockPatient } from '../repository/changes.ts'
import * as several from '../repository/several.ts'
import { presentPerson } from '../rules/agenda.ts'
import { whyItStays } from '../rules/desk.ts'
import { cancelAtDeskIn } from './cancel-at-desk.ts'
import { lostRace, moveAtDeskIn } from './move-at-desk.ts'

export type SeveralChange =
  | { kind: 'cancel'; reason: string }
  /** `newStart`: undefined where the wall clock of the new day skips that time. */
  | { kind: 'move'; reason: string; newStart: (startsAt: Date) => Date | undefined }

type Several = {
  userId: string
  centerId: string
  professionalIds: readonly string[]
  span: Span
  /** Which of those that overlap the span; all of them when it is left out. */
  isMeant?: (appointment: Span['startsAt']) => boolean
  change: SeveralChange
  /** Says what would happen, and undoes it. */
  preview: boolean
  /** Adds the absence that is the reason for all this, in the same transaction, once bookings wait. */
  block?: ((tx: Tx) => Promise<DayChange['blocked']>) | undefined
}

/** More than this is no day and no fortnight, and would keep bookings waiting. */
const mostAtOnce = 200
const attempts = 3

/**
 * Changes what is open in a span of some professionals, and blocks their time, in one transaction: all of it happens or
 * nothing does. What can't be changed stays as it was and says why, and the others go on. All locks are taken first, in the
 * order in which the changes of one appointment take them, so that neither they nor bookings wait in a circle.
 */
export async function changeSeveral(platform: Platform, input: Several): Promise<DayChange> {
  for (let attempt = 1; ; attempt += 1) {
    const undone = new Undone()
    try {
      return await platform.db.transaction().execute(async (tx) => {
        const outcome = await changeIn(tx, platform, input)
        if (outcome !== undefined && !input.preview) return outcome
        undone.outcome = outcome
        throw undone
      })
    } catch (error) {
      if (error !== undone) throw error
      if (undone.outcome) return undone.outcome
      // A visitor confirmed a time between the list and the locks.
      if (attempt === attempts) throw fail('agenda.changed_meanwhile')
    }
  }
}

/** Rolls the transaction back: of a preview, or of one that has to begin again. */
class Undone extends Error {
  outcome: DayChange | undefined
}

/** @returns undefined when something was booked before the locks were held */
async function changeIn(tx: Tx, platform: Platform, input: Several): Promise<DayChange | undefined> {
  const now = platform.clock.now()
  const { centerId, professionalIds } = input
  const member = await requireMember(tx, input)
  if (!professionalIds.every((professionalId) => mayTouchAgendaOf(member, { professionalId }))) {
    throw fail('appointments.not_found')
  }
  await several.lockSeveral(tx, input)
  const wanted = { ...input.span, professionalIds, now }
  const known = await several.listOpenInSpan(tx, wanted)
  if (known.length > mostAtOnce) {
    throw failField('endsAt', `Son más de ${mostAtOnce} citas. Hazlo en partes más cortas`)
  }
  await lockAll(tx, { centerId, professionalIds, appointments: known })
  const ids = new Set(known.map(({ id }) => id))
  const standing = await several.listOpenInSpan(tx, wanted)
  if (standing.some(({ id, isHeld }) => !isHeld && (!ids.has(id) || known.find((each) => each.id === id)?.isHeld))) {
    return undefined
  }
  const blocked = (await input.block?.(tx)) ?? null
  if (input.block) await several.endHolds(tx, { ids: standing.filter(({ isHeld }) => isHeld).map(({ id }) => id), now })
  const outcome: DayChange = { changed: 0, informed: [], untold: [], left: [], refundCents: 0, compensated: 0, blocked }
  for (const { id, isHeld, startsAt } of standing) {
    if (!isHeld && (input.isMeant?.(startsAt) ?? true))
      await changeOne(tx, platform, { ...input, appointmentId: id, outcome })
  }
  return outcome
}

async function lockAll(
  tx: Tx,
  input: { centerId: string; professionalIds: readonly string[]; appointments: readonly several.OpenAppointment[] },
): Promise<void> {
  const { appointments, professionalIds } = input
  const patients = new Set(appointments.flatMap(({ patientId }) => patientId ?? []))
  for (const patientId of [...patients].sort()) await lockPatient(tx, { patientId })
  const attendees = appointments.flatMap(({ attendeeId }) => attendeeId ?? [])
  await lockCalendars(tx, [...new Set([...professionalIds, ...attendees])])
  await several.lockAppointments(tx, { ids: appointments.map(({ id }) => id) })
  await lockBookingsOf(tx, input)
}

async function changeOne(
  tx: Tx,
  platform: Platform,
  input: Several & { appointmentId: string; outcome: DayChange },
): Promise<void> {
  const { appointmentId, outcome } = input
  const row = await agenda.requireOfCenter(tx, input)
  const { name = '', phone = null } = presentPerson(row) ?? {}
  const wasAt = row.startsAt.toISOString()
  try {
    const changed = await several.withSavepoint(tx, () => applyTo(tx, platform, { ...input, startsAt: row.startsAt }))
    outcome.changed += 1
    if (input.change.kind === 'move' && input.preview) return
    outcome.refundCents += changed.row.refundCents ?? 0
    outcome.compensated += changed.points > 0 ? 1 : 0
    const startsAt = input.change.kind === 'move' ? changed.row.startsAt.toISOString() : null
    if (changed.notified) outcome.informed.push({ appointmentId, name, wasAt, startsAt })
    else outcome.untold.push({ appointmentId, name, phone, wasAt, startsAt })
  } catch (error) {
    const reason = error instanceof ORPCError ? whyItStays(error.code, error.data) : undefined
    if (reason === undefined) throw error
    outcome.left.push({ appointmentId, startsAt: wasAt, name, phone, reason })
  }
}

async function applyTo(tx: Tx, platform: Platform, input: Several & { appointmentId: string; startsAt: Date }) {
  const { userId, centerId, appointmentId, change, preview } = input
  const at = { userId, centerId, appointmentId }
  if (change.kind === 'cancel') return cancelAtDeskIn(tx, platform, { ...at, by: 'center', reason: change.reason })
  const startsAt = change.newStart(input.startsAt)
  if (!startsAt) throw failField('startsAt', 'Esa hora no existe ese día')
  try {
    const moved = await moveAtDeskIn(tx, platform, { ...at, startsAt, reason: change.reason, preview })
    return { ...moved, points: 0 }
  } catch (error) {
    throw lostRace(error, { startsAt })
  }
}
