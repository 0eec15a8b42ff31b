import { sql } from 'kysely'
import type { Span } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { range } from './range.ts'

type InSpan = Span & { professionalIds: readonly string[]; now: Date }
export type OpenAppointment = {
  id: string
  professionalId: string
  attendeeId: string | null
  patientId: string | null
  startsAt: Date
  isHeld: boolean
}

/** One change of many appointments of a centre at a time: two of them would take the locks of their mails in different orders. */
export async function lockSeveral(tx: Tx, { centerId }: { centerId: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`several:${centerId}`}, 0))`.execute(tx)
}

/** What of the professionals' span could still be moved or cancelled, and what visitors hold in it; in order. */
export async function listOpenInSpan(tx: Tx, { professionalIds, now, ...span }: InSpan): Promise<OpenAppointment[]> {
  const { rows } = await sql<OpenAppointment>`
    select a.id, a.professional_id as "professionalId", a.attendee_id as "attendeeId", a.patient_id as "patientId",
      a.starts_at as "startsAt", a.status = 'held' as "isHeld"
    from unnest(${professionalIds}::uuid[]) as wanted(id)
    join appointments a on a.professional_id = wanted.id and a.during && ${range(span)}
    where a.status in ('pending', 'confirmed') and a.ends_at > ${now} or a.status = 'held' and a.hold_expires_at > ${now}
    order by a.starts_at, a.id`.execute(tx)
  return rows
}

/** In order of id, as everything that locks several appointments does. */
export async function lockAppointments(tx: Tx, { ids }: { ids: readonly string[] }): Promise<void> {
  await sql`select id from appointments where id = any (${ids}::uuid[]) order by id for update`.execute(tx)
}

/** What visitors hold runs out now, and confirming it says so. */
export async function endHolds(tx: Tx, { ids, now }: { ids: readonly string[]; now: Date }): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('appointments')
    .set({ hold_expires_at: now, updated_at: now })
    .where('id', 'in', ids)
    .where('status', '=', 'held')
    .execute()
}

/** Runs a part of a transaction that may fail alone: what it did is undone, and the transaction goes on. */
export async function withSavepoint<Result>(tx: Tx, run: () => Promise<Result>): Promise<Result> {
  await sql`savepoint one_of_several`.execute(tx)
  try {
    const result = await run()
    await sql`release savepoint one_of_several`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint one_of_several`.execute(tx)
    throw error
  }
}
