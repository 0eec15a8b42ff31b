import { sql } from 'kysely'
import type { CenterChangeKind } from '#contract/center-changes.ts'
import { dayMs, minuteMs } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

/** Once a centre has changed nothing for so long, patients are told: it may have corrected what it typed. */
const correctionMs = 10 * minuteMs
/** An attendee is mailed about changes of an appointment once in this time. */
const mailEveryMs = dayMs
/** Longer than a change can wait. */
const searchedMs = 3 * dayMs

export type UntoldChange = { what: CenterChangeKind; former: string }

const isUpcoming = (now: Date) => sql`a.status in ('pending', 'confirmed') and a.starts_at > ${now}`

const settledBy = (now: Date) => new Date(now.getTime() - correctionMs)

/**
 * Since the booking, or since the attendee was last told: of what was changed until ten minutes before, so that no change is lost whose
 * transaction ended later.
 */
const isNew = (now: Date) => sql`c.changed_at <= ${settledBy(now)}
  and c.changed_at > greatest(coalesce(a.booked_at, a.created_at), a.change_notified_at - ${correctionMs} * interval '1 ms')
  and (c.professional_id is null or c.professional_id = a.professional_id)
  and (c.what <> 'center_address' or a.place = 'center')`

/**
 * Upcoming appointments whose attendees have not been told what their centre changed. One that begins before the next mail may leave
 * is told of earlier. The next ones come first.
 */
export async function listAppointmentsToTell(db: Db, { now }: { now: Date }): Promise<{ appointmentId: string }[]> {
  const { rows } = await sql<{ appointmentId: string }>`
    select distinct a.starts_at, a.id as "appointmentId" from center_changes c
    join appointments a on a.center_id = c.center_id
    where c.changed_at > ${new Date(now.getTime() - searchedMs)}
      and not exists (select from center_changes later where later.center_id = c.center_id and later.changed_at > ${settledBy(now)})
      and ${isUpcoming(now)} and ${isNew(now)}
      and (a.change_notified_at is null or ${isMailable(now)} or a.starts_at < a.change_notified_at + ${mailEveryMs} * interval '1 ms')
    order by a.starts_at, a.id limit 1000`.execute(db)
  return rows
}

const isMailable = (now: Date) => sql`a.change_notified_at <= ${new Date(now.getTime() - mailEveryMs)}::timestamptz`

/**
 * What changed, each with the state that the attendee knows, and whether a mail may tell them. The caller has locked the appointment,
 * and leaves out what is again as the attendee knows it.
 */
export async function takeUntoldChanges(
  tx: Tx,
  { appointmentId, now }: { appointmentId: string; now: Date },
): Promise<{ changes: UntoldChange[]; isMailable: boolean }> {
  const { rows } = await sql<UntoldChange & { isMailable: boolean }>`
    select distinct on (c.what) c.what, c.former, (a.change_notified_at is null or ${isMailable(now)}) as "isMailable"
    from appointments a join center_changes c on c.center_id = a.center_id
    where a.id = ${appointmentId} and ${isUpcoming(now)} and ${isNew(now)}
    order by c.what, c.changed_at, c.id`.execute(tx)
  if (rows.length === 0) return { changes: [], isMailable: false }
  // The time of the row, too: a calendar that holds the appointment reads its new name or address.
  await tx
    .updateTable('appointments')
    .set({ change_notified_at: now, updated_at: now })
    .where('id', '=', appointmentId)
    .execute()
  return { changes: rows.map(({ what, former }) => ({ what, former })), isMailable: rows.some((row) => row.isMailable) }
}
