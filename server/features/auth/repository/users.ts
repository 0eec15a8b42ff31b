import { type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { Role } from '#contract/roles.ts'
import type { UserType } from '#server/api/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Db, runPrepared, type Tx } from '#server/platform/postgres/database.ts'
import type { Users } from '#server/platform/postgres/schema.gen.ts'
import type { Metadata, Standing } from '../auth.types.ts'
import { insertEmailIdentity, insertIdentity, type NewIdentity } from './identities.ts'

/** As JSON brings them: instants are text. */
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

/** A second factor, verified or not. As JSON brings it: instants are text. */
export type FactorSummary = {
  id: string
  factor_type: string
  friendly_name: string
  status: string
  last_challenged_at: string | null
  created_at: string
  updated_at: string
}

/** By name, as a prepared statement fails when a migration beside it gives `*` another meaning. */
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
  'last_sign_in_at',
  'raw_app_meta_data',
  'raw_user_meta_data',
  'registration_pending',
  'created_at',
  'updated_at',
] as const satisfies (keyof Users)[]

export type User = Pick<Selectable<Users>, (typeof userColumns)[number]> &
  Standing & { user_type: string; identities: Identity[]; factors: FactorSummary[] }

/** What the account's owner says about themselves. */
export type ProfileFields = {
  full_name: string
  phone: string | null
  address: string | null
  emergency_contact: string | null
}

export type NewAccount = {
  userId: string
  /** Lower-cased. */
  email: string
  /** Null: nobody can sign in with a password. */
  passwordHash: string | null
  metadata: Metadata
  userType: UserType
  roles: readonly Role[]
  profile: ProfileFields
  acceptances: readonly { document: string; version: string }[]
  /** The user has proved that the address is theirs. */
  verified: boolean
  /** The account may sign in without that proof: only the user object of the protocol says so. */
  autoconfirm: boolean
  /** Came through another provider, which then is the only way in. Undefined: with the e-mail address. */
  identity?: NewIdentity | undefined
  /** The kind of account, the phone and the terms are still to be asked for. */
  registrationPending?: boolean
  now: Date
}

/** @returns false when the address has an account already; nothing was written then. */
export async function insertAccountRows(tx: Tx, input: NewAccount): Promise<boolean> {
  const { userId, email, now, identity } = input
  const provider = identity?.provider ?? 'email'
  // Two sign-ups at once: the second waits for the first here, and then finds the address taken.
  const inserted = await tx
    .insertInto('users')
    .values({
      id: userId,
      email,
      encrypted_password: input.passwordHash,
      email_confirmed_at: input.verified || input.autoconfirm ? now : null,
      email_verified_at: input.verified ? now : null,
      raw_app_meta_data: JSON.stringify({ provider, providers: [provider] }),
      raw_user_meta_data: JSON.stringify(input.metadata),
      registration_pending: input.registrationPending ?? false,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false

  await tx
    .insertInto('profiles')
    .values({ id: userId, user_type: input.userType, email, ...input.profile, created_at: now, updated_at: now })
    .execute()
  await insertRoles(tx, input)
  await insertAcceptances(tx, input)
  if (identity) await insertIdentity(tx, { ...identity, userId, now })
  else await insertEmailIdentity(tx, input)
  return true
}

async function insertRoles(
  tx: Tx,
  { roles, userId, now }: Pick<NewAccount, 'userId' | 'roles' | 'now'>,
): Promise<void> {
  await tx
    .insertInto('user_roles')
    .values(roles.map((role) => ({ user_id: userId, role, created_at: now })))
    .execute()
}

async function insertAcceptances(
  tx: Tx,
  { acceptances, userId, now }: Pick<NewAccount, 'userId' | 'acceptances' | 'now'>,
): Promise<void> {
  if (acceptances.length === 0) return
  await tx
    .insertInto('terms_acceptances')
    .values(acceptances.map((acceptance) => ({ ...acceptance, user_id: userId, accepted_at: now })))
    .execute()
}

/** In place of everything that an earlier sign-up with this address chose. */
export async function replaceSignUpRows(
  tx: Tx,
  input: Omit<NewAccount, 'email' | 'verified' | 'autoconfirm'>,
): Promise<void> {
  const { userId, now } = input
  await tx
    .updateTable('users')
    .set({
      encrypted_password: input.passwordHash,
      raw_user_meta_data: JSON.stringify(input.metadata),
      registration_pending: false,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
  await tx
    .updateTable('profiles')
    .set({ user_type: input.userType, ...input.profile, updated_at: now })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  await insertRoles(tx, input)
  await tx.deleteFrom('terms_acceptances').where('user_id', '=', userId).execute()
  await insertAcceptances(tx, input)
}

/** By id or by lower-cased address. */
export async function findUser(db: Db | Tx, by: { id: string } | { email: string }): Promise<User | undefined> {
  return userQuery(db, by).executeTakeFirst() as Promise<User | undefined>
}

/** As findUser, for every sign-in. */
export async function findUserByEmail(
  { db, pool }: Pick<Platform, 'db' | 'pool'>,
  email: string,
): Promise<User | undefined> {
  const query = userQuery(db, { email }).compile()
  const [user] = await runPrepared(pool, { name: 'accounts.find-user-by-email', query })
  return user as User | undefined
}

function userQuery(db: Db | Tx, by: { id: string } | { email: string }) {
  const [column, value] = 'id' in by ? (['users.id', by.id] as const) : (['users.email', by.email] as const)
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
    .where(column, '=', value)
}

/**
 * Keeps changes of one account in line. Locks are always taken in the order users, one_time_tokens, sessions.
 * A deleted account is none: whoever waited here while it was deleted must not give it anything again.
 */
export async function lockUser(tx: Tx, userId: string): Promise<User | undefined> {
  const locked = await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
  const user = locked && (await findUser(tx, { id: userId }))
  return user?.status === 'deleted' ? undefined : user
}

/** As lockUser, by lower-cased address. Undefined also when the account moved to another address while this waited. */
export async function lockUserByEmail(tx: Tx, email: string): Promise<User | undefined> {
  const found = await findUser(tx, { email })
  const user = found && (await lockUser(tx, found.id))
  return user?.email === email ? user : undefined
}

/** When the account's owner proved that its address is theirs; null: not yet, or there is no such account. */
export async function findVerifiedAt(db: Db | Tx, { userId }: { userId: string }): Promise<Date | null> {
  const row = await db.selectFrom('users').select('email_verified_at').where('id', '=', userId).executeTakeFirst()
  return row?.email_verified_at ?? null
}

/** The user has proved that the address is theirs, which also confirms it in the protocol's sense. */
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

/** @returns false when somebody else took the address meanwhile. */
export async function moveToNewEmail(
  tx: Tx,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<boolean> {
  const taken = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (taken) return false
  await tx
    .updateTable('users')
    .set({ email, new_email: null, email_change_sent_at: null, updated_at: now })
    .set({ email_confirmed_at: now, email_verified_at: now })
    .where('id', '=', userId)
    .execute()
  await tx.updateTable('profiles').set({ email, updated_at: now }).where('id', '=', userId).execute()
  await setIdentityData(tx, { userId, data: { email, email_verified: true }, email, now })
  return true
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

/** As the person's profile has it. */
export async function requireFullName(tx: Tx, { userId }: { userId: string }): Promise<string> {
  const row = await tx.selectFrom('profiles').select('full_name').where('id', '=', userId).executeTakeFirstOrThrow()
  return row.full_name
}
