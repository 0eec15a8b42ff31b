import { sql } from 'kysely'

import type { SocialProvider } from '#contract/accounts.ts'
import { newId } from '#server/platform/ids.ts'
import { lockInTransaction } from '#server/platform/postgres/advisory-lock.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

import type { Metadata } from '../auth.types.ts'

export type IdentityKey = { provider: SocialProvider; subject: string }

export type NewIdentity = IdentityKey & { email: string | undefined; data: Metadata }

/**
 * Serialises simultaneous sign-ins with one identity, so that they create only one account. Take this lock before locking
 * any row.
 */
export async function lockIdentityKey(tx: Tx, { provider, subject }: IdentityKey): Promise<void> {
  await lockInTransaction(tx, { kind: 'identity', id: `${provider} ${subject}` })
}

export async function findIdentity(
  tx: Tx,
  { provider, subject }: IdentityKey,
): Promise<{ id: string; user_id: string } | undefined> {
  return tx
    .selectFrom('identities')
    .select(['id', 'user_id'])
    .where('provider', '=', provider)
    .where('provider_id', '=', subject)
    .executeTakeFirst()
}

export async function insertIdentity(
  tx: Tx,
  { userId, provider, subject, data, email, now }: NewIdentity & { userId: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('identities')
    .values({
      id: newId(),
      user_id: userId,
      provider,
      provider_id: subject,
      identity_data: JSON.stringify(data),
      email: email ?? null,
      last_sign_in_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Records a use of the identity, and updates its data with what the provider sent. */
export async function refreshIdentity(
  tx: Tx,
  { data, email, now, id }: NewIdentity & { id: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('identities')
    .set({
      identity_data: sql`identity_data || ${JSON.stringify(data)}::jsonb`,
      email: email ?? null,
      last_sign_in_at: now,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** The e-mail identity, which has the account's id. An existing one stays unchanged. */
export async function insertEmailIdentity(
  tx: Tx,
  { userId, email, now, verified }: { userId: string; email: string; verified: boolean; now: Date },
): Promise<void> {
  await tx
    .insertInto('identities')
    .values({
      id: userId,
      user_id: userId,
      provider: 'email',
      provider_id: userId,
      identity_data: JSON.stringify({ sub: userId, email, email_verified: verified, phone_verified: false }),
      email,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .execute()
}

/** The identity of the address itself, which a password or a mail proves. */
export async function deleteEmailIdentity(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx.deleteFrom('identities').where('user_id', '=', userId).where('provider', '=', sql.lit('email')).execute()
}

export async function deleteIdentity(tx: Tx, { id, userId }: { id: string; userId: string }): Promise<void> {
  await tx.deleteFrom('identities').where('id', '=', id).where('user_id', '=', userId).execute()
}

/** Copies the account's providers into app_metadata, the first also into a separate field. Call it after every change of identities. */
export async function updateProviders(tx: Tx, { userId, now }: { userId: string; now: Date }): Promise<void> {
  const rows = await tx
    .selectFrom('identities')
    .select('provider')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const providers = [...new Set(rows.map((row) => row.provider))]
  const appMetadata = { provider: providers[0] ?? 'email', providers }
  await tx
    .updateTable('users')
    .set({ raw_app_meta_data: sql`raw_app_meta_data || ${JSON.stringify(appMetadata)}::jsonb`, updated_at: now })
    .where('id', '=', userId)
    .execute()
}
