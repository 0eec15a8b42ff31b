import type { Role } from '#contract/roles.ts'
import { deletePendingCenter } from '#server/features/centers/usecases/close-center.ts'
import { createPendingCenter } from '#server/features/centers/usecases/create-center.ts'
import { earnForVerifiedAddress } from '#server/features/loyalty/usecases/points.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Metadata } from '../auth.types.ts'
import { hashPassword } from '../passwords/passwords.ts'
import type { NewIdentity } from '../repository/identities.ts'
import { insertAccountRows, replaceSignUpRows } from '../repository/new-accounts.ts'
import { acceptancesOf, centerOf, metadataOf, profileOf, userTypeOf } from '../rules/metadata.ts'

/** Inserts an account's rows in the caller's transaction. Undefined: the address already has an account. */
export async function insertAccount(
  tx: Tx,
  input: {
    /** The address is valid and lower-cased. */
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

/** Like insertAccount(), for a sign-up: a centre also gets a pending profile. */
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

/** The account of a first sign-in through another provider. The user completes the registration afterwards. */
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
  if (!inserted) return undefined
  if (verified) await earnForVerifiedAddress(tx, { userId, now })
  return userId
}

async function createCenterOf(
  tx: Tx,
  { metadata, userId, email, now }: { userId: string; email: string; metadata: Metadata; now: Date },
): Promise<void> {
  if (userTypeOf(metadata) !== 'center') return
  await createPendingCenter(tx, { ownerId: userId, email, now, ...centerOf(metadata) })
}

/** The address's owner confirmed this sign-up: its password and data replace the account's. */
export async function adoptSignUp(
  tx: Tx,
  input: { userId: string; email: string; passwordHash: string | null; metadata: Metadata; now: Date },
): Promise<void> {
  // A centre that cannot be deleted stays, so the account stays of the kind that reaches it.
  const keepsCenter = await deletePendingCenter(tx, { ownerId: input.userId })
  const userType = keepsCenter ? 'center' : userTypeOf(input.metadata)
  await replaceSignUpRows(tx, {
    ...input,
    userType,
    roles: [userType],
    profile: profileOf(input.metadata),
    acceptances: acceptancesOf(input.metadata),
  })
  if (!keepsCenter) await createCenterOf(tx, input)
}

/**
 * Creates an account for the demonstration or by a command: with a verified address, any roles, and without a mail.
 * `password` null: the account has none. @returns its id; undefined when the address already has an account.
 */
export async function createAccount(
  platform: Platform,
  input: {
    email: string
    fullName: string
    roles: readonly [Role, ...Role[]]
    password: string | null
    /** For many accounts with the same password: the result of one hashPassword call. */
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
