import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'

type OfGuest = { centerId: string; guestId: string }

export async function countPackagesOfGuest(db: Db | Tx, { centerId, guestId }: OfGuest): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from packages where center_id = ${centerId} and guest_id = ${guestId}`.execute(db)
  return rows[0]?.count ?? 0
}

type Move = { centerId: string; from: string; to: string; ids?: readonly string[] }

/** Gives the packages of one guest, or some of them, to another. The caller holds both rows. @returns their ids */
export async function movePackagesOfGuest(tx: Tx, { centerId, from, to, ids }: Move): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update packages set guest_id = ${to}
    where center_id = ${centerId} and guest_id = ${from} and ${ids ? sql`id = any(${ids}::uuid[])` : sql`true`}
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * What a guest can give back of these packages and appointments: a package that also pays for another visit since stays with the guest, as
 * does a visit that another package pays for. The caller holds the guest's appointments.
 */
export async function listReturnable(
  tx: Tx,
  { packageIds, appointmentIds }: { packageIds: readonly string[]; appointmentIds: readonly string[] },
): Promise<{ packageIds: string[]; appointmentIds: string[] }> {
  const uses = await tx
    .selectFrom('package_sessions')
    .where((where) =>
      where.or([where('package_id', '=', anyOf(packageIds)), where('appointment_id', '=', anyOf(appointmentIds))]),
    )
    .select(['package_id as packageId', 'appointment_id as appointmentId'])
    .execute()
  const hasOther = ({ appointmentId }: (typeof uses)[0]) =>
    appointmentId !== null && !appointmentIds.includes(appointmentId)
  const kept = new Set(uses.filter(hasOther).map(({ packageId }) => packageId))
  const returned = packageIds.filter((id) => !kept.has(id))
  const paidByOther = new Set(
    uses.filter(({ packageId }) => !returned.includes(packageId)).map(({ appointmentId }) => appointmentId),
  )
  return { packageIds: returned, appointmentIds: appointmentIds.filter((id) => !paidByOther.has(id)) }
}
