import { sql } from 'kysely'
import { occupyingStatuses } from '#contract/appointments.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { literals } from '#server/platform/postgres/lists.ts'
import { lockForChange } from './locks.ts'

type OfGuest = { centerId: string; guestId: string }

export async function countAppointmentsOfGuest(db: Db | Tx, { centerId, guestId }: OfGuest): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from appointments where center_id = ${centerId} and guest_id = ${guestId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether two of these guests have appointments that overlap: one person could not come to both. */
export async function haveSameTime(db: Db | Tx, { guestIds }: { guestIds: readonly string[] }): Promise<boolean> {
  const { rows } = await sql`
    select from appointments as one join appointments as other on other.guest_id = any(${guestIds}::uuid[])
      and other.guest_id <> one.guest_id and other.during && one.during
    where one.guest_id = any(${guestIds}::uuid[])
      and one.status in ${literals(occupyingStatuses)} and other.status in ${literals(occupyingStatuses)} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Locks the calendars of the guests, whose rows the caller holds, and their appointments, so that none of them changes or is moved. */
export async function lockAppointmentsOfGuests(tx: Tx, { guestIds }: { guestIds: readonly string[] }): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from appointments where guest_id = any(${guestIds}::uuid[])`.execute(tx)
  await lockForChange(tx, { calendarsOf: guestIds, appointmentIds: rows.map(({ id }) => id) })
}

type Move = { centerId: string; from: string; to: string; ids?: readonly string[]; now: Date }

/** Gives the appointments of one guest, or some of them, to another. The caller holds both rows. @returns their ids */
export async function moveAppointmentsOfGuest(tx: Tx, { centerId, from, to, ids, now }: Move): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update appointments set guest_id = ${to}, updated_at = ${now}
    where center_id = ${centerId} and guest_id = ${from} and ${ids ? sql`id = any(${ids}::uuid[])` : sql`true`}
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
