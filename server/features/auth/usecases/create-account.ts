import type { Role } from '#contract/roles.ts'
import { createPendingCenter } from '#server/features/centers/usecases/create-center.ts'
import { dropPendingCenter } from '#server/features/centers/usecases/end-center.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Metadata } from '../auth.types.ts'
import { hashPassword } from '../passwords/passwords.ts'
import type { NewIdentity } from '../repository/identities.ts'
import { insertAccountRows, replaceSignUpRows } from '../repository/new-accounts.ts'
import { acceptancesOf, centerOf, metadataOf, profileOf, userTypeOf } from '../rules/metadata.ts'

/** The rows of an account, in the caller's transaction. Undefined: the address has one already. */
export async function insertAccount(
  tx: Tx,
  input: {
    /** Valid and lower-cased. */
    email: string
    passwordHash: string | null
    metadata: Metadata
    now: Date
    userId?: string
    roles?: readonly Role[]
    verified?: boolean
    autoconfirm?: boolean
  },
): Promise<string | undefined> {
  const userType = input.roles ? (input.roles.includes('center') ? 'center' : 'patient') : userTypeOf(input.metadata)
  const userId = input.userId ?? newId()
  const inserted = await insertAccountRows(tx, {
    userId,
    email: input.email,
    passwordHash: input.passwordHash,
    metadata: input.metadata,
    userType,
    roles: input.roles ?? [userType],
    profile: profileOf(input.metadata),
    acceptances: acceptancesOf(input.metadata),
    verified: input.verified ?? false,
    autoconfirm: input.autoconfirm ?? false,
    now: input.now,
  })
  return inserted ? userId : undefined
}

/** As insertAccount, for somebody who signs up: a centre is pending from then on. */
export async function registerAccount(
  tx: Tx,
  input: {
    email: string
    passwordHash: string | null
    metadata: Metadata
    autoconfirm: boolean
    now: Date
    userId?: string
  },
): Promise<string | undefined> {
  const userId = await insertAccount(tx, input)
  if (userId !== undefined) await createCenterOf(tx, { ...input, userId })
  return userId
}

/** The account of somebody who comes from another provider for the first time; what else we need is asked for then. */
export async function insertFromProvider(
  tx: Tx,
  {
    fullName,
    email,
    verified,
    autoconfirm,
    identity,
    now,
  }: { email: string; fullName: string; verified: boolean; autoconfirm: boolean; identity: NewIdentity; now: Date },
): Promise<string | undefined> {
  const userId = newId()
  const metadata = metadataOf(fullName)
  const inserted = await insertAccountRows(tx, {
    userId,
    email,
    passwordHash: null,
    metadata,
    userType: 'patient',
    roles: ['patient'],
    profile: profileOf(metadata),
    acceptances: [],
    verified,
    autoconfirm,
    identity,
    registrationPending: true,
    now,
  })
  return inserted ? userId : undefined
}

async function createCenterOf(
  tx: Tx,
  { metadata, userId, email, now }: { userId: string; email: string; metadata: Metadata; now: Date },
): Promise<void> {
  if (userTypeOf(metadata) !== 'center') return
  await createPendingCenter(tx, { ownerId: userId, email, now, ...centerOf(metadata) })
}

/** The owner of the address chose this sign-up: its password and data replace those that the account began with. */
export async function adoptSignUp(
  tx: Tx,
  input: { userId: string; email: string; passwordHash: string | null; metadata: Metadata; now: Date },
): Promise<void> {
  const userType = userTypeOf(input.metadata)
  await replaceSignUpRows(tx, {
    ...input,
    userType,
    roles: [userType],
    profile: profileOf(input.metadata),
    acceptances: acceptancesOf(input.metadata),
  })
  await dropPendingCenter(tx, { ownerId: input.userId })
  await createCenterOf(tx, input)
}

/**
 * An account that we make ourselves, for the demonstration or by a command: address confirmed, no mail sent, any roles.
 * `password` null: nobody can sign in with one. @returns its id; undefined when the address has an account already.
 */
export async function createAccount(
  platform: Platform,
  input: {
    email: string
    fullName: string
    roles: readonly [Role, ...Role[]]
    password: string | null
    /** For many accounts with one password: hash it once (hashPassword) and hand it in instead. */
    passwordHash?: string
    phone?: string
    address?: string
    userId?: string
    createdAt?: Date
  },
): Promise<string | undefined> {
  const passwordHash = input.passwordHash ?? (input.password === null ? null : await hashPassword(input.password))
  const userType = input.roles.includes('center') ? 'center' : 'patient'
  return platform.db.transaction().execute((tx) =>
    insertAccount(tx, {
      email: input.email.toLowerCase(),
      passwordHash,
      metadata: { full_name: input.fullName, phone: input.phone, address: input.address, user_type: userType },
      roles: input.roles,
      verified: true,
      now: input.createdAt ?? platform.clock.now(),
      ...(input.userId === undefined ? {} : { userId: input.userId }),
    }),
  )
}
