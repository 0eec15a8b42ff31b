import type { Role } from '#contract/roles.ts'
import type { UserType } from '#server/api/actor.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Metadata } from '../auth.types.ts'
import { insertEmailIdentity, insertIdentity, type NewIdentity } from './identities.ts'

export type ProfileFields = {
  full_name: string
  phone: string | null
  address: string | null
  emergency_contact: string | null
}

export type NewAccount = {
  userId: string
  /** The address is lower-cased. */
  email: string
  /** Null when the account has no password. */
  passwordHash: string | null
  metadata: Metadata
  userType: UserType
  roles: readonly Role[]
  profile: ProfileFields
  acceptances: readonly { document: string; version: string }[]
  verified: boolean
  /** The account may sign in without that proof: confirmed in the protocol's user object, but not verified. */
  autoconfirm: boolean
  /** The provider's identity, as the account's only sign-in method. Undefined: the e-mail address. */
  identity?: NewIdentity
  /** The user has not yet given the kind of account, the phone and the acceptances. */
  registrationPending?: boolean
  now: Date
}

/** @returns false, without writing anything, when the address has an account. */
export async function insertAccountRows(tx: Tx, input: NewAccount): Promise<boolean> {
  const { userId, email, now, identity } = input
  const provider = identity?.provider ?? 'email'
  // Serialises simultaneous sign-ups with one address: the second waits for the first, and then finds the address taken.
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

/**
 * The user and the profile of a visitor without an account, who has only a name: no address, no way to sign in and no role. It is
 * deleted as soon as an account proves the visitor's address.
 */
export async function insertVisitorRows(
  tx: Tx,
  { userId, fullName, now }: { userId: string; fullName: string; now: Date },
): Promise<void> {
  // Random: a stranger could sign up with a predictable one.
  const email = `${newId()}@visitor.invalid`
  const at = { created_at: now, updated_at: now }
  await tx
    .insertInto('users')
    .values({ id: userId, email, ...at })
    .execute()
  await tx
    .insertInto('profiles')
    .values({ id: userId, user_type: 'patient', email, full_name: fullName, ...at })
    .execute()
}

/** The visitor's row stays, because a centre's block refers to it. */
export async function deleteVisitorName(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx.updateTable('profiles').set({ full_name: 'Visitante' }).where('id', '=', userId).execute()
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

/** Replaces everything that an earlier sign-up with this address entered. */
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
