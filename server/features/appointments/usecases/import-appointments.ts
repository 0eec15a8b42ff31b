import type { AppointmentOutcome } from '#contract/appointment-import-routes.ts'
import { type Member, seesWholeCenter } from '#server/features/centers/centers.policy.ts'
import { readCenterState } from '#server/features/centers/repository/closed.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { lockGuests } from '#server/features/contacts/repository/guests.ts'
import * as imports from '#server/features/contacts/repository/imports.ts'
import { beginImport } from '#server/features/contacts/usecases/import-patients.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { fail } from '../appointments.errors.ts'
import { requireAppointment } from '../repository/appointments.ts'
import { notifyBookedAtDesk } from './notify-change.ts'
import { planBookings } from './plan-imported.ts'
import { lockLines, readLines, refuseUnreachable } from './read-imported.ts'
import { storeBookings } from './store-imported.ts'

type OfDesk = { userId: string; centerId: string }
type OfImport = OfDesk & { importId: string }

/** The largest file three times, with its check. */
const batches = { name: 'appointments.import_rows', limit: 1200, windowSeconds: 3600 }

/** Who books at the desk for every professional. @throws centers.not_found, agenda.import_reception_only */
export async function requireWholeDesk(db: Db | Tx, input: OfDesk): Promise<Member> {
  const member = await requireMember(db, input)
  if (!seesWholeCenter(member)) throw fail('agenda.import_reception_only')
  return member
}

/**
 * What importAppointments() would do with these rows now, if the desk agreed on nothing.
 * @throws agenda.import_reception_only, agenda.closed_by_staff, request.too_many
 */
export async function checkAppointments(
  platform: Platform,
  { rows, ...input }: OfDesk & { rows: readonly string[] },
): Promise<{ outcomes: AppointmentOutcome[] }> {
  const { db, clock } = platform
  const member = await requireWholeDesk(db, input)
  await countAttempt(platform, { ...batches, key: input.userId })
  const now = clock.now()
  const state = await readCenterState(db, { centerId: input.centerId, now })
  if (state === 'closed') throw fail('agenda.closed_by_staff')
  const read = await readLines(db, { member, rows, now })
  const { lines, outcomes } = refuseUnreachable(read, { state, there: undefined, blocked: new Set() })
  const plan = await planBookings(db, lines, { member, evenOutsideHours: false, now })
  return { outcomes: inOrderOfLines([...outcomes, ...plan.outcomes]) }
}

const inOrderOfLines = (outcomes: readonly AppointmentOutcome[]) => outcomes.toSorted((a, b) => a.line - b.line)

type Start = OfImport & { fileName: string; planned: number; known: number; refused: number; tells: boolean }

/** Begins an import; its rows follow. A repeated request begins nothing. @throws agenda.import_reception_only, agenda.import_not_found */
export async function startAppointmentImport(platform: Platform, input: Start) {
  await requireWholeDesk(platform.db, input)
  const row = await beginImport(platform, { ...input, kind: 'appointments' }, async (tx) => {
    await requireWholeDesk(tx, input)
  })
  if (!row) throw fail('agenda.import_not_found')
  return row
}

type Rows = OfImport & { rows: readonly string[]; evenOutsideHours: boolean }

/**
 * Books the appointments of these rows that the desk may book, as one transaction. A row that is booked already, by an earlier request of
 * this import, counts as added and is not booked again. The access is checked with each request, so that a receptionist who loses it stops.
 * @throws agenda.import_reception_only, agenda.import_not_found, agenda.import_undone, agenda.closed_by_staff, contacts.too_many_guests,
 *   request.too_many
 */
export async function importAppointments(
  platform: Platform,
  { rows, evenOutsideHours, ...input }: Rows,
): Promise<{ added: number; outcomes: AppointmentOutcome[] }> {
  const { importId, centerId } = input
  await requireWholeDesk(platform.db, input)
  await countAttempt(platform, { ...batches, key: input.userId })
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const member = await requireWholeDesk(tx, input)
    await lockGuests(tx, { centerId })
    const current = await imports.lockImport(tx, { ...input, kind: 'appointments' })
    if (!current) throw fail('agenda.import_not_found')
    if (current.undoneAt) throw fail('agenda.import_undone')
    const read = await readLines(tx, { member, rows, importId, now })
    const locked = await lockLines(tx, { lines: read.lines, centerId, now })
    const { lines, outcomes } = refuseUnreachable(read, locked)
    const plan = await planBookings(tx, lines, { member, evenOutsideHours, now })
    const booked = await storeBookings(tx, { ...plan, importId, centerId, guardians: locked.guardians, now })
    if (current.tells) await tell(tx, { platform, appointmentIds: booked.ids })
    return {
      added: read.inAlready + booked.ids.length,
      outcomes: inOrderOfLines([...outcomes, ...plan.outcomes, ...booked.lost]),
    }
  })
}

/** Tells each patient of each booking, as the desk's own bookings do. */
async function tell(tx: Tx, { platform, appointmentIds }: { platform: Platform; appointmentIds: readonly string[] }) {
  for (const appointmentId of appointmentIds) {
    const appointment = await requireAppointment(tx, { appointmentId })
    await notifyBookedAtDesk(tx, { platform, appointment })
  }
}
