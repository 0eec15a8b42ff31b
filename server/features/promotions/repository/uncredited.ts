import type { Tx } from '#server/platform/postgres/database.ts'

/** Locks the commissions of appointments. @returns those of the appointments for which no credit is due or paid */
export async function listWithoutCredit(
  tx: Tx,
  { appointmentIds }: { appointmentIds: readonly string[] },
): Promise<string[]> {
  if (appointmentIds.length === 0) return []
  const rows = await tx
    .selectFrom('commissions')
    .where('appointment_id', 'in', appointmentIds)
    .orderBy('id')
    .select(['appointment_id as appointmentId', 'status', 'credit_amount as creditCents'])
    .forNoKeyUpdate()
    .execute()
  const credited = rows.filter(({ status, creditCents }) => status !== 'cancelled' && creditCents > 0)
  const creditedIds = new Set(credited.map(({ appointmentId }) => appointmentId))
  return appointmentIds.filter((id) => !creditedIds.has(id))
}
