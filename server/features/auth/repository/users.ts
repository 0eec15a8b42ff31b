import { type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { Users } from '#server/platform/postgres/schema.gen.ts'

import type { AccountStatus, Metadata } from '../auth.types.ts'

/** The fields are as JSON returns them: instants are texts. */
export type Identity = {
  id: string
  provider: string
  provider_id: string
  identity_data: unknown
  email: string | null
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
}

/** A second factor, verified or not. As JSON returns it: instants are text. */
export type FactorSummary = {
  id: string
  factor_type: string
  friendly_name: string
  status: string
  last_challenged_at: string | null
  created_at: string
  updated_at: string
}

/** The columns are named, as a prepared statement fails when a migration changes the meaning of `*`. */
const userColumns = [
  'id',
  'email',
  'encrypted_password',
  'email_confirmed_at',
  'email_verified_at',
  'confirmation_sent_at',
  'recovery_sent_at',
  'new_email',
  'email_change_sent_at',
  'email_change_network',
  'email_moved_at',
  'last_sign_in_at',
  'raw_app_meta_data',
  'raw_user_meta_data',
  'registration_pending',
  'created_at',
  'updated_at',
] as const satisfies (keyof Users)[]

export type User = Pick<Selectable<Users>, (typeof userColumns)[number]> &
  AccountStatus & { user_type: string; identities: Identity[]; factors: FactorSummary[] }

/** The user is found by id or by lower-cased address. */
export async function findUser(db: Db | Tx, by: { id: string } | { email: string }): Promise<User | undefined> {
  const rows = await ('id' in by ? listById(db, by) : listByEmail(db, by))
  return rows[0] as User | undefined
}

const listById = builtOnce((db, { id }: { id: string }) => userQuery(db).where('users.id', '=', id))
const listByEmail = builtOnce((db, { email }: { email: string }) => userQuery(db).where('users.email', '=', email))

function userQuery(db: Db | Tx) {
  return db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .select(userColumns.map((name) => `users.${name}` as const))
    .select(['profiles.status', 'profiles.suspended_until', 'profiles.suspension_reason', 'profiles.user_type'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('identities')
          .select(['id', 'provider', 'provider_id', 'identity_data', 'email'])
          .select(['last_sign_in_at', 'created_at', 'updated_at'])
          .whereRef('identities.user_id', '=', 'users.id')
          .orderBy('identities.created_at'),
      ).as('identities'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('mfa_factors')
          .select(['id', 'factor_type', 'friendly_name', 'status'])
          .select(['last_challenged_at', 'created_at', 'updated_at'])
          .whereRef('mfa_factors.user_id', '=', 'users.id')
          .orderBy('mfa_factors.created_at'),
      ).as('factors'),
    )
}

/**
 * Serialises changes to one account. The order of locks is users, one_time_tokens, sessions.
 * @returns undefined for a deleted account, because a request that waited for the deletion must not write to it.
 */
export async function lockUser(tx: Tx, userId: string): Promise<User | undefined> {
  const locked = await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
  const user = locked && (await findUser(tx, { id: userId }))
  return user?.status === 'deleted' ? undefined : user
}

/** Like lockUser, by lower-cased address. Also undefined when the account moved to another address while this waited. */
export async function lockUserByEmail(tx: Tx, email: string): Promise<User | undefined> {
  const found = await findUser(tx, { email })
  const user = found && (await lockUser(tx, found.id))
  return user?.email === email ? user : undefined
}

/** When the user proved that they own the address; null: not yet, or there is no such account. */
export async function findVerifiedAt(db: Db | Tx, { userId }: { userId: string }): Promise<Date | null> {
  const row = await db.selectFrom('users').select('email_verified_at').where('id', '=', userId).executeTakeFirst()
  return row?.email_verified_at ?? null
}

/** Records that the user has verified the address, which also confirms it in the protocol's sense. */
export async function markEmailVerified(tx: Tx, { now, userId }: { userId: string; now: Date }): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({
      email_confirmed_at: eb.fn.coalesce('email_confirmed_at', eb.val(now)),
      email_verified_at: now,
      updated_at: now,
    }))
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute()
  await setIdentityData(tx, { userId, data: { email_verified: true }, now })
}

/** Replaces only the former hash: another request may have set a new password. @returns whether it was replaced */
export async function replacePasswordHash(
  db: Db | Tx,
  { userId, former, renewed }: { userId: string; former: string | null; renewed: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ encrypted_password: renewed })
    .where('id', '=', userId)
    .where('encrypted_password', '=', former)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function setPassword(
  tx: Tx,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ encrypted_password: passwordHash, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

export async function setMetadata(
  tx: Tx,
  { userId, metadata, now }: { userId: string; metadata: Metadata; now: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ raw_user_meta_data: JSON.stringify(metadata), updated_at: now })
    .where('id', '=', userId)
    .execute()
}

export async function setMailSentAt(
  tx: Tx,
  {
    userId,
    column,
    now,
  }: { userId: string; column: 'confirmation_sent_at' | 'recovery_sent_at' | 'email_change_sent_at'; now: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ [column]: now })
    .where('id', '=', userId)
    .execute()
}

/** The address that the account will have once both addresses have confirmed. */
export async function setNewEmail(
  tx: Tx,
  { userId, newEmail, network, now }: { userId: string; newEmail: string; network: string | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ new_email: newEmail, email_change_network: network, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

export async function unsetNewEmail(tx: Tx, { userId, now }: { userId: string; now: Date }): Promise<void> {
  await tx
    .updateTable('users')
    .set({ new_email: null, email_change_sent_at: null, email_change_network: null, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

/** `isProven`: its owner has confirmed it. @returns false when another account has the address. */
export async function moveToNewEmail(
  tx: Tx,
  { userId, email, isProven, now }: { userId: string; email: string; isProven: boolean; now: Date },
): Promise<boolean> {
  const taken = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (taken) return false
  await tx
    .updateTable('users')
    .set({ email, new_email: null, email_change_sent_at: null, email_change_network: null, updated_at: now })
    .set({ email_moved_at: now, ...(isProven && { email_confirmed_at: now, email_verified_at: now }) })
    .where('id', '=', userId)
    .execute()
  await tx.updateTable('profiles').set({ email, updated_at: now }).where('id', '=', userId).execute()
  await setIdentityData(tx, { userId, data: { email, email_verified: isProven }, email, now })
  return true
}

/** Whether the account got its present address after that instant, in milliseconds since 1970. */
export async function hasMovedAddress(
  db: Db | Tx,
  { userId, since }: { userId: string; since: number },
): Promise<boolean> {
  const moved = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email_moved_at', '>', new Date(since))
    .executeTakeFirst()
  return moved !== undefined
}

async function setIdentityData(
  tx: Tx,
  { data, email, now, userId }: { userId: string; data: Metadata; email?: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('identities')
    .set({
      identity_data: sql`identity_data || ${JSON.stringify(data)}::jsonb`,
      ...(email === undefined ? {} : { email }),
      updated_at: now,
    })
    .where('user_id', '=', userId)
    .where('provider', '=', 'email')
    .execute()
}

export async function requireFullName(tx: Tx, { userId }: { userId: string }): Promise<string> {
  const row = await tx.selectFrom('profiles').select('full_name').where('id', '=', userId).executeTakeFirstOrThrow()
  return row.full_name
}
