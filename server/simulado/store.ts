import { sql } from 'kysely'
import type { GatewayPayment } from '#server/platform/payment-gateway.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { Outcome } from './cards.ts'

export type Token = { token: string; brand: string; lastFour: string; outcome: Outcome }
export type Preference = {
  id: string
  reference: string
  title: string
  amountCents: number
  method: 'mobile' | 'wallet'
  returnUrl: string
  expiresAt: Date
}

export async function insertToken(
  db: Db,
  { token, brand, lastFour, outcome, now }: Token & { now: Date },
): Promise<void> {
  await sql`insert into simulado.tokens (token, brand, last_four, outcome, created_at)
    values (${token}, ${brand}, ${lastFour}, ${outcome}, ${now})`.execute(db)
}

/** A token can be used once, within an hour. */
export async function takeToken(tx: Tx, { token, now }: { token: string; now: Date }): Promise<Token | undefined> {
  const { rows } = await sql<Token>`delete from simulado.tokens
    where token = ${token} and created_at > ${now}::timestamptz - interval '1 hour'
    returning token, brand, last_four as "lastFour", outcome`.execute(tx)
  return rows[0]
}

export async function deleteOldTokens(db: Db, { now }: { now: Date }): Promise<void> {
  await sql`delete from simulado.tokens where created_at <= ${now}::timestamptz - interval '1 hour'`.execute(db)
}

export async function insertPreference(db: Db, preference: Preference): Promise<void> {
  const { id, reference, title, amountCents, method, returnUrl, expiresAt } = preference
  await sql`insert into simulado.preferences (id, reference, title, amount, method, return_url, expires_at)
    values (${id}, ${reference}, ${title}, ${amountCents}, ${method}, ${returnUrl}, ${expiresAt})`.execute(db)
}

export async function findPreference(
  db: Db,
  { id }: { id: string },
): Promise<(Preference & { isClosed: boolean }) | undefined> {
  const { rows } = await sql<Preference & { isClosed: boolean }>`
    select id, reference, title, amount as "amountCents", method, return_url as "returnUrl", expires_at as "expiresAt",
      closed_at is not null as "isClosed"
    from simulado.preferences where id = ${id}`.execute(db)
  return rows[0]
}

/** @returns false when another request closed it */
export async function closePreference(tx: Tx, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const { rows } = await sql`update simulado.preferences set closed_at = ${now}
    where id = ${id} and closed_at is null and expires_at > ${now} returning id`.execute(tx)
  return rows.length === 1
}

type StoredPayment = Omit<GatewayPayment, 'card' | 'dispute' | 'feeCents' | 'pageId'> & {
  brand: string | null
  lastFour: string | null
}

const columns = sql`id::text as id, reference, status, decline_reason as "declineReason", amount as "amountCents", brand,
  refunded_amount as "refundedCents", last_four as "lastFour"`

function toPayment({ brand, lastFour, ...payment }: StoredPayment): GatewayPayment {
  return {
    ...payment,
    feeCents: 0,
    pageId: null,
    dispute: null,
    card: brand === null || lastFour === null ? null : { brand, lastFour },
  }
}

type NewPayment = Omit<GatewayPayment, 'id' | 'card' | 'refundedCents' | 'feeCents' | 'pageId' | 'dispute'> & {
  idempotencyKey: string
  card: GatewayPayment['card']
  now: Date
}

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<GatewayPayment> {
  const { idempotencyKey, reference, amountCents, status, declineReason, card, now } = payment
  const { rows } = await sql<StoredPayment>`
    insert into simulado.payments
      (idempotency_key, reference, amount, status, decline_reason, brand, last_four, created_at)
    values (${idempotencyKey}, ${reference}, ${amountCents}, ${status}, ${declineReason}, ${card?.brand ?? null},
      ${card?.lastFour ?? null}, ${now})
    returning ${columns}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an insert without a row')
  return toPayment(row)
}

export async function findByKey(
  tx: Tx,
  { idempotencyKey }: { idempotencyKey: string },
): Promise<GatewayPayment | undefined> {
  const { rows } = await sql<StoredPayment>`
    select ${columns} from simulado.payments where idempotency_key = ${idempotencyKey}`.execute(tx)
  return rows.map(toPayment)[0]
}

export async function findPayment(db: Db, { paymentId }: { paymentId: string }): Promise<GatewayPayment | undefined> {
  const { rows } = await sql<StoredPayment>`
    select ${columns} from simulado.payments where id = ${paymentId}::bigint`.execute(db)
  return rows.map(toPayment)[0]
}

export async function listPayments(db: Db, { reference }: { reference: string }): Promise<GatewayPayment[]> {
  const { rows } = await sql<StoredPayment>`
    select ${columns} from simulado.payments where reference = ${reference} order by simulado.payments.id desc`.execute(
    db,
  )
  return rows.map(toPayment)
}

/** @returns false when it was approved before */
export async function approvePending(db: Db, { paymentId }: { paymentId: string }): Promise<boolean> {
  const { rows } = await sql`update simulado.payments set status = 'approved'
    where id = ${paymentId}::bigint and status = 'pending' returning id`.execute(db)
  return rows.length === 1
}

type NewRefund = { paymentId: string; amountCents: number; idempotencyKey: string; now: Date }

/** The constraint on payments refuses more than was paid. @returns the refund's id */
export async function insertRefund(
  tx: Tx,
  { paymentId, amountCents, idempotencyKey, now }: NewRefund,
): Promise<string> {
  const { rows: known } = await sql<{ id: string }>`
    select id::text as id from simulado.refunds where idempotency_key = ${idempotencyKey}`.execute(tx)
  if (known[0]) return known[0].id
  await sql`update simulado.payments set refunded_amount = refunded_amount + ${amountCents}
    where id = ${paymentId}::bigint and status = 'approved'`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    insert into simulado.refunds (payment_id, idempotency_key, amount, created_at)
    values (${paymentId}::bigint, ${idempotencyKey}, ${amountCents}, ${now}) returning id::text as id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an insert without a row')
  return row.id
}
