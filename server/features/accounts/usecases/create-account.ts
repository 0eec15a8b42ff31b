import type { Role } from '#contract/roles.ts'
import { createPendingCenter } from '#server/features/centers/usecases/create-center.ts'
import { dropPendingCenter } from '#server/features/centers/usecases/end-center.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Metadata } from '../accounts.types.ts'
import type { NewIdentity } from '../repository/identities.ts'
import { insertAccountRows, replaceSignUpRows } from '../repository/users.ts'
import { acceptancesOf, centerOf, metadataOf, profileOf, userTypeOf } from '../rules/metadata.ts'
import { hashPassword } from '../service/passwords.ts'

/** The rows of an account, in the caller's transaction. Undefined: the address has one already. */
export async function insertAccount(
  tx: Tx,
  o: {
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
  const userType = o.roles ? (o.roles.includes('center') ? 'center' : 'patient') : userTypeOf(o.metadata)
  const userId = o.userId ?? newId()
  const inserted = await insertAccountRows(tx, {
    userId,
    email: o.email,
    passwordHash: o.passwordHash,
    metadata: o.metadata,
    userType,
    roles: o.roles ?? [userType],
    profile: profileOf(o.metadata),
    acceptances: acceptancesOf(o.metadata),
    verified: o.verified ?? false,
    autoconfirm: o.autoconfirm ?? false,
    now: o.now,
  })
  return inserted ? userId : undefined
}

/** As insertAccount, for somebody who signs up: a centre is pending from then on. */
export async function registerAccount(
  tx: Tx,
  o: {
    email: string
    passwordHash: string | null
    metadata: Metadata
    autoconfirm: boolean
    now: Date
    userId?: string
  },
): Promise<string | undefined> {
  const userId = await insertAccount(tx, o)
  if (userId !== undefined) await createCenterOf(tx, { ...o, userId })
  return userId
}

/** The account of somebody who comes from another provider for the first time; what else we need is asked for then. */
export async function insertArrival(
  tx: Tx,
  o: { email: string; fullName: string; verified: boolean; autoconfirm: boolean; identity: NewIdentity; now: Date },
): Promise<string | undefined> {
  const userId = newId()
  const metadata = metadataOf(o.fullName)
  const inserted = await insertAccountRows(tx, {
    userId,
    email: o.email,
    passwordHash: null,
    metadata,
    userType: 'patient',
    roles: ['patient'],
    profile: profileOf(metadata),
    acceptances: [],
    verified: o.verified,
    autoconfirm: o.autoconfirm,
    identity: o.identity,
    registrationPending: true,
    now: o.now,
  })
  return inserted ? userId : undefined
}

async function createCenterOf(
  tx: Tx,
  o: { userId: string; email: string; metadata: Metadata; now: Date },
): Promise<void> {
  if (userTypeOf(o.metadata) !== 'center') return
  await createPendingCenter(tx, { ownerId: o.userId, email: o.email, now: o.now, ...centerOf(o.metadata) })
}

/** The owner of the address chose this sign-up: its password and data replace those that the account began with. */
export async function adoptSignUp(
  tx: Tx,
  o: { userId: string; email: string; passwordHash: string | null; metadata: Metadata; now: Date },
): Promise<void> {
  const userType = userTypeOf(o.metadata)
  await replaceSignUpRows(tx, {
    ...o,
    userType,
    roles: [userType],
    profile: profileOf(o.metadata),
    acceptances: acceptancesOf(o.metadata),
  })
  await dropPendingCenter(tx, { ownerId: o.userId })
  await createCenterOf(tx, o)
}

/**
 * An account that we make ourselves, for the demonstration or by a command: address confirmed, no mail sent, any roles.
 * `password` null: nobody can sign in with one. @returns its id; undefined when the address has an account already.
 */
export async function createAccount(
  platform: Platform,
  o: {
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
  const passwordHash = o.passwordHash ?? (o.password === null ? null : await hashPassword(o.password))
  const userType = o.roles.includes('center') ? 'center' : 'patient'
  return platform.db.transaction().execute((tx) =>
    insertAccount(tx, {
      email: o.email.toLowerCase(),
      passwordHash,
      metadata: { full_name: o.fullName, phone: o.phone, address: o.address, user_type: userType },
      roles: o.roles,
      verified: true,
      now: o.createdAt ?? platform.clock.now(),
      ...(o.userId === undefined ? {} : { userId: o.userId }),
    }),
  )
}
