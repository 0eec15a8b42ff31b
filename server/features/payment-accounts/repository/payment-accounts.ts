import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type OfCenter = { centerId: string }
type OfAccount = { id: string }

const columns = [
  'id',
  'center_id as centerId',
  'account_id as accountId',
  'label',
  'sealed_tokens as sealedTokens',
  'connected_at as connectedAt',
  'lost_at as lostAt',
] as const

/** The centre's connected account, also when the gateway has refused it since. */
export function findConnected(db: Db | Tx, { centerId }: OfCenter) {
  return db
    .selectFrom('payment_accounts')
    .where('center_id', '=', centerId)
    .where('disconnected_at', 'is', null)
    .select(columns)
    .executeTakeFirst()
}

export function findAccount(db: Db | Tx, { id }: OfAccount) {
  return db.selectFrom('payment_accounts').where('id', '=', id).select(columns).executeTakeFirst()
}

/** The account of a gateway's notification: the connected one, or else the last with tokens. */
export function findByAccountId(db: Db, { gateway, accountId }: { gateway: string; accountId: string }) {
  return db
    .selectFrom('payment_accounts')
    .where('gateway', '=', gateway)
    .where('account_id', '=', accountId)
    .where('sealed_tokens', 'is not', null)
    .orderBy(sql`disconnected_at desc nulls first`)
    .select('id')
    .executeTakeFirst()
}

/** Whether the rows of two centres are of the same account at the gateway. */
export async function isOneAccount(db: Db | Tx, { id, other }: OfAccount & { other: string }): Promise<boolean> {
  const { rows } = await sql`
    select from payment_accounts one join payment_accounts other using (gateway, account_id)
    where one.id = ${id} and other.id = ${other}`.execute(db)
  return rows.length > 0
}

type NewAccount = OfAccount &
  OfCenter & {
    gateway: string
    accountId: string
    label: string
    sealedTokens: Buffer
    expiresAt: Date
    refreshAt: Date
    now: Date
  }

/** The id of the centre's row for this account, connected now or before. */
export async function findIdOf(
  tx: Tx,
  { centerId, gateway, accountId }: Pick<NewAccount, 'centerId' | 'gateway' | 'accountId'>,
) {
  const row = await tx
    .selectFrom('payment_accounts')
    .where('center_id', '=', centerId)
    .where('gateway', '=', gateway)
    .where('account_id', '=', accountId)
    .select('id')
    .executeTakeFirst()
  return row?.id
}

/** @returns false when the account is connected to another centre */
export async function upsertConnected(tx: Tx, account: NewAccount): Promise<boolean> {
  const changes = {
    label: account.label,
    sealed_tokens: account.sealedTokens,
    expires_at: account.expiresAt,
    refresh_at: account.refreshAt,
    connected_at: account.now,
  }
  const taken = await tx
    .selectFrom('payment_accounts')
    .where('gateway', '=', account.gateway)
    .where('account_id', '=', account.accountId)
    .where('center_id', '<>', account.centerId)
    .where('disconnected_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (taken) return false
  await tx
    .insertInto('payment_accounts')
    .values({
      id: account.id,
      center_id: account.centerId,
      gateway: account.gateway,
      account_id: account.accountId,
      ...changes,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['center_id', 'gateway', 'account_id'])
        .doUpdateSet({ ...changes, disconnected_at: null, lost_at: null, refreshing_until: null }),
    )
    .execute()
  return true
}

/** Disconnects the centre's account, except `keepId`, if it has one. */
export async function setDisconnected(tx: Tx, input: OfCenter & { keepId?: string; now: Date }): Promise<void> {
  let query = tx
    .updateTable('payment_accounts')
    .set({ disconnected_at: input.now })
    .where('center_id', '=', input.centerId)
    .where('disconnected_at', 'is', null)
  if (input.keepId !== undefined) query = query.where('id', '<>', input.keepId)
  await query.execute()
}

/** Of a centre that closes: what names its owner goes; the tokens stay until its payments are given back. */
export async function closeAccounts(tx: Tx, { centerId, now }: OfCenter & { now: Date }): Promise<void> {
  await setDisconnected(tx, { centerId, now })
  await tx
    .updateTable('payment_accounts')
    .set({ label: 'Cuenta de un centro cerrado' })
    .where('center_id', '=', centerId)
    .execute()
}

/** The lease of one process. @returns false when another process renews the tokens */
export async function claimRefresh(db: Db, { id, now, until }: OfAccount & { now: Date; until: Date }) {
  const row = await db
    .updateTable('payment_accounts')
    .set({ refreshing_until: until })
    .where('id', '=', id)
    .where('sealed_tokens', 'is not', null)
    .where('lost_at', 'is', null)
    .where((eb) => eb.or([eb('refreshing_until', 'is', null), eb('refreshing_until', '<=', now)]))
    .returning('sealed_tokens as sealedTokens')
    .executeTakeFirst()
  return row?.sealedTokens ?? undefined
}

export async function setTokens(
  db: Db,
  { id, sealedTokens, expiresAt, refreshAt }: OfAccount & { sealedTokens: Buffer; expiresAt: Date; refreshAt: Date },
): Promise<void> {
  await db
    .updateTable('payment_accounts')
    .set({ sealed_tokens: sealedTokens, expires_at: expiresAt, refresh_at: refreshAt, refreshing_until: null })
    .where('id', '=', id)
    .execute()
}

export async function releaseRefresh(db: Db, { id }: OfAccount): Promise<void> {
  await db.updateTable('payment_accounts').set({ refreshing_until: null }).where('id', '=', id).execute()
}

/** @returns the centre that has to be told; undefined when the loss was known, or the account is disconnected or has other tokens since */
export async function setLost(tx: Tx, { id, sealedTokens, now }: OfAccount & { sealedTokens: Buffer; now: Date }) {
  const row = await tx
    .updateTable('payment_accounts')
    .set({ lost_at: now, refreshing_until: null })
    .where('id', '=', id)
    .where('sealed_tokens', '=', sealedTokens)
    .where('lost_at', 'is', null)
    .returning(['center_id as centerId', 'label', 'disconnected_at as disconnectedAt'])
    .executeTakeFirst()
  return row?.disconnectedAt === null ? row : undefined
}

export async function listToRefresh(db: Db, { now, limit }: { now: Date; limit: number }) {
  return db
    .selectFrom('payment_accounts')
    .where('refresh_at', '<=', now)
    .where('sealed_tokens', 'is not', null)
    .where('lost_at', 'is', null)
    .orderBy('refresh_at')
    .limit(limit)
    .select('id')
    .execute()
}

type OpenAt = { now: Date }

/**
 * A paid checkout whose appointment is ahead, whose package has not ended or pays for one that is ahead, or whose direct payment no booking
 * has consumed.
 */
const isOpenPayment = ({
  now,
}: OpenAt) => sql`checkouts.status = 'approved' and checkouts.refunded_amount < checkouts.amount and (
  exists (select from payments join appointments on appointments.id = payments.appointment_id
    where payments.checkout_id = checkouts.id and appointments.status in ('pending', 'confirmed'))
  or exists (select from payments join packages on packages.id = payments.package_id
    where payments.checkout_id = checkouts.id and (packages.valid_until > coalesce(packages.stopped_at, ${now}) or exists (
      select from package_sessions join appointments on appointments.id = package_sessions.appointment_id
      where package_sessions.package_id = packages.id and appointments.status in ('pending', 'confirmed'))))
  or checkouts.appointment_id is null and not exists (select from payments where payments.checkout_id = checkouts.id))`

export async function countOpenPayments(db: Db | Tx, { id, now }: OfAccount & OpenAt): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from checkouts where payment_account_id = ${id} and ${isOpenPayment({ now })}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Deletes the tokens of disconnected accounts with which no payment has to be read or given back any more. */
export async function purgeTokens(db: Db, { now }: OpenAt): Promise<void> {
  await sql`
    update payment_accounts set sealed_tokens = null
    where disconnected_at is not null and sealed_tokens is not null and not exists (
      select from checkouts where payment_account_id = payment_accounts.id and (
        checkouts.status in ('created', 'pending') or late_check_at is not null or ${isOpenPayment({ now })}
        or exists (select from gateway_refunds
          where checkout_id = checkouts.id and done_at is null)))`.execute(db)
}
