import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'

/** Whether a payment that the patient began may still arrive. */
export async function hasOpenCheckout(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('checkouts')
    .where('appointment_id', '=', appointmentId)
    .where('status', 'in', [sql.lit('created'), sql.lit('pending')])
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
