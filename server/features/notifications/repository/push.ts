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

type Subscription = { id: string; userId: string; endpoint: string; p256dh: string; auth: string }

/** A browser's subscription belongs to the account that used the browser last. */
export async function setSubscription(
  tx: Tx,
  { id, userId, endpoint, p256dh, auth, now }: Subscription & { now: Date },
): Promise<void> {
  const change = { user_id: userId, p256dh, auth, created_at: now }
  await tx
    .insertInto('push_subscriptions')
    .values({ id, endpoint, ...change })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(change))
    .execute()
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
): Promise<Omit<Subscription, 'id'> | undefined> {
  return db
    .selectFrom('push_subscriptions')
    .where('id', '=', id)
    .select(['user_id as userId', 'endpoint', 'p256dh', 'auth'])
    .executeTakeFirst()
}

export async function deleteSubscription(
  db: Db | Tx,
  { userId, endpoint }: { userId: string; endpoint: string },
): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('endpoint', '=', endpoint).execute()
}

export async function deleteSubscriptions(tx: Tx, { userId }: { userId: string }): Promise<void> {
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
