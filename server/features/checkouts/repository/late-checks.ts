import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { type EndedStatus, nextLateCheck } from '../rules/late-checks.ts'

/** The columns of a checkout that ends now. */
export const firstLateCheck = ({ status, now }: { status: EndedStatus; now: Date }) => ({
  late_checks: 0,
  late_check_at: nextLateCheck({ status, checks: 0, now }),
})

/** The ended checkouts of the gateway whose payments have to be looked for by now, the longest due first. */
export async function listDueLateChecks(
  db: Db,
  { gateway, now, limit }: { gateway: string; now: Date; limit: number },
) {
  return db
    .selectFrom('checkouts')
    .select([
      'id',
      'status',
      'late_checks as checks',
      'payment_account_id as paymentAccountId',
      'gateway_payment_id as gatewayPaymentId',
      'noticed_payment_ids as noticedIds',
    ])
    .where('gateway', '=', gateway)
    .where('late_check_at', '<=', now)
    .orderBy('late_check_at')
    .limit(limit)
    .$narrowType<{ status: EndedStatus }>()
    .execute()
}

/** Before the gateway is asked: a failure, or a process that ends, costs no check, and the other checkouts come first. */
export async function postponeLateCheck(
  db: Db | Tx,
  { checkoutId, until }: { checkoutId: string; until: Date },
): Promise<void> {
  await db.updateTable('checkouts').set({ late_check_at: until }).where('id', '=', checkoutId).execute()
}

type Checked = { checkoutId: string; status: EndedStatus; checks: number; now: Date }

export async function setNextLateCheck(db: Db | Tx, { checkoutId, status, checks, now }: Checked): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ late_checks: checks, late_check_at: nextLateCheck({ status, checks, now }) })
    .where('id', '=', checkoutId)
    // A payment that another process has found in between begins its own checks.
    .where('status', '=', status)
    .execute()
}
