import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type OfCheckout = { checkoutId: string }

/** Others are found by a search alone: any visitor can name payments. */
const maxNoticed = 10

/** The gateway doesn't show the payments of the checkout. */
export async function setUnread(db: Db | Tx, { checkoutId, now }: OfCheckout & { now: Date }): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ unread_since: sql<Date>`coalesce(unread_since, ${now})` })
    .where('id', '=', checkoutId)
    .execute()
}

/** The gateway has shown the payments of the checkout, among them those of `paymentIds` that it has. */
export async function setRead(
  db: Db | Tx,
  { checkoutId, paymentIds }: OfCheckout & { paymentIds: readonly string[] },
): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ unread_since: null, noticed_payment_ids: without(paymentIds) })
    .where('id', '=', checkoutId)
    .where(sql<boolean>`(unread_since is not null or cardinality(noticed_payment_ids) > 0)`)
    .execute()
}

/** The gateway has shown a payment that it notified before. */
export async function removeNoticed(
  db: Db | Tx,
  { checkoutId, paymentId }: OfCheckout & { paymentId: string },
): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ noticed_payment_ids: without([paymentId]) })
    .where('id', '=', checkoutId)
    .where(sql<boolean>`${paymentId} = any(noticed_payment_ids)`)
    .execute()
}

const without = (ids: readonly string[]) =>
  sql<string[]>`array(select kept from unnest(noticed_payment_ids) as kept where kept <> all(${[...ids]}::text[]))`

type Noticed = OfCheckout & { paymentId: string; now: Date; againAt: Date; unreadAfter: Date }

/**
 * Keeps a payment that the gateway notified and does not show, which is then asked for by its id: at `againAt` where the checkout has
 * ended, in a check beyond the usual ones.
 * @returns whether the gateway may notify it again: it is kept, or counts already, and the payments of the checkout are unread since
 * `unreadAfter` at the earliest
 */
export async function keepNoticed(db: Db, input: Noticed): Promise<boolean> {
  const { checkoutId, paymentId, now, againAt, unreadAfter } = input
  const { rows } = await sql<{ isAwaited: boolean }>`
    update checkouts set unread_since = coalesce(unread_since, ${now}),
      noticed_payment_ids = case when ${paymentId} = any(noticed_payment_ids || gateway_payment_id) or cardinality(noticed_payment_ids) >= ${maxNoticed}
        then noticed_payment_ids else noticed_payment_ids || ${paymentId}::text end,
      late_checks = case when ${isFirstOfEnded} then greatest(late_checks - 1, 0) else late_checks end,
      late_check_at = case when ${isFirstOfEnded} then least(late_check_at, ${againAt}) else late_check_at end
    where id = ${checkoutId}
    returning ${paymentId} = any(noticed_payment_ids || gateway_payment_id) and unread_since >= ${unreadAfter} as "isAwaited"`.execute(
    db,
  )
  return rows[0]?.isAwaited ?? false
}

const isFirstOfEnded = sql`unread_since is null and status not in ('created', 'pending')`
