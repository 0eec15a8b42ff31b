import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type Keys = { publicKey: string; sealedPrivateKey: Buffer }

export async function findPushKeys(db: Db | Tx): Promise<Keys | undefined> {
  return db
    .selectFrom('push_keys')
    .select(['public_key as publicKey', 'sealed_private_key as sealedPrivateKey'])
    .executeTakeFirst()
}

/** Does nothing when another process has stored keys first. */
export async function insertPushKeys(
  tx: Tx,
  { publicKey, sealedPrivateKey, now }: Keys & { now: Date },
): Promise<void> {
  await tx
    .insertInto('push_keys')
    .values({ public_key: publicKey, sealed_private_key: sealedPrivateKey, created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Deletes the subscriptions, too: they were made with these keys and are useless without them. */
export async function deletePushKeys(tx: Tx): Promise<void> {
  await tx.deleteFrom('push_keys').execute()
  await tx.deleteFrom('push_subscriptions').execute()
}

type Subscription = {
  id: string
  userId: string
  sessionId: string
  endpoint: string
  p256dh: string
  auth: string
  publicKey: string
}

/**
 * A browser's subscription belongs to the session that used the browser last. Only the browser knows `auth`.
 * @returns false when that session has ended, or when the address belongs to another account and has another secret
 */
export async function setSubscription(tx: Tx, input: Subscription & { now: Date }): Promise<boolean> {
  const { id, userId, sessionId, endpoint, p256dh, auth, publicKey, now } = input
  // The lock keeps the session from ending unseen until this is committed.
  const { rows } = await sql`
    insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, public_key, created_at)
    select ${id}, user_id, id, ${endpoint}, ${p256dh}, ${auth}, ${publicKey}, ${now}
      from sessions where id = ${sessionId} and user_id = ${userId} for key share
    on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, public_key = excluded.public_key, created_at = excluded.created_at
      where push_subscriptions.user_id = excluded.user_id or push_subscriptions.auth = excluded.auth
    returning id`.execute(tx)
  return rows.length === 1
}

export async function isTaken(
  tx: Tx,
  { userId, endpoint }: Pick<Subscription, 'userId' | 'endpoint'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('user_id', '<>', userId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

type Renewed = Pick<Subscription, 'endpoint' | 'p256dh' | 'auth'>

/**
 * Replaces the subscription that a browser had, for the same user and session, and what is queued for it reaches the new one. Only
 * the browser knows `auth`: a push service knows the endpoint alone.
 * @returns false when the former one has ended, or when the new one belongs to another account and has another secret
 */
export async function replaceSubscription(
  tx: Tx,
  { former, endpoint, p256dh, auth, now }: Renewed & { former: Pick<Renewed, 'endpoint' | 'auth'>; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: string; userId: string; sessionId: string; publicKey: string }>`
    delete from push_subscriptions where endpoint = ${former.endpoint} and auth = ${former.auth}
      and not exists (select from push_subscriptions other where other.endpoint = ${endpoint}
        and other.user_id <> push_subscriptions.user_id and other.auth <> ${auth})
    returning id, user_id as "userId", session_id as "sessionId", public_key as "publicKey"`.execute(tx)
  const [replaced] = rows
  if (!replaced) return false
  // Its page may have sent the new one already.
  await tx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('user_id', '=', replaced.userId)
    .execute()
  return setSubscription(tx, { ...replaced, endpoint, p256dh, auth, now })
}

/** Whether pushes to the browser reach this user. They then last as long as the session, which is the browser's newest. */
export async function keepSubscription(
  db: Db | Tx,
  input: { userId: string; sessionId: string; endpoint: string; publicKey: string },
): Promise<boolean> {
  const { rows } = await sql`
    update push_subscriptions set session_id = sessions.id from sessions
    where sessions.id = ${input.sessionId} and push_subscriptions.user_id = ${input.userId}
      and endpoint = ${input.endpoint} and public_key = ${input.publicKey}
    returning push_subscriptions.id`.execute(db)
  return rows.length === 1
}

/** Deletes all but the user's newest `keptCount` subscriptions. */
export async function deleteOldSubscriptions(
  tx: Tx,
  { userId, keptCount }: { userId: string; keptCount: number },
): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('push_subscriptions')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(keptCount)
        .select('id'),
    )
    .execute()
}

export async function findSubscription(
  db: Db | Tx,
  { id }: { id: string },
): Promise<Omit<Subscription, 'id' | 'sessionId'> | undefined> {
  return db
    .selectFrom('push_subscriptions')
    .where('id', '=', id)
    .select(['user_id as userId', 'endpoint', 'p256dh', 'auth', 'public_key as publicKey'])
    .executeTakeFirst()
}

export async function deleteSubscription(
  db: Db | Tx,
  { userId, endpoint }: { userId: string; endpoint: string },
): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('endpoint', '=', endpoint).execute()
}

/** From then on, no browser that a stranger may have signed in to the account receives its notifications. */
export async function deletePushSubscriptions(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute()
}

export async function listSubscriptionsOfAccount(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .select(['created_at as createdAt', 'endpoint'])
    .execute()
}
