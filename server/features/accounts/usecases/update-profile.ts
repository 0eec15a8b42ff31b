import { setProfile } from '#server/features/auth/repository/profiles.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import type { ProfileFields } from '#server/features/auth/usecases/users.ts'
import { requirePhone } from '#server/platform/phones.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { requireVersion, versionOf } from '#server/platform/version.ts'
import { fail } from '../accounts.errors.ts'
import { type Account, findAccount } from '../repository/accounts.ts'
import { isSameIdentity, type OnNewIdentity } from '../rules/person.ts'

export async function requireAccount(platform: Platform, userId: string): Promise<Account> {
  const account = await findAccount(platform.db, userId)
  if (!account) throw fail('accounts.not_found')
  return account
}

/** Changes the given fields; the others stay. `onNewIdentity` runs in the transaction before the name changes. */
export async function updateProfile(
  platform: Platform,
  input: {
    userId: string
    profile: Partial<ProfileFields>
    version?: string
    onNewIdentity: OnNewIdentity
  },
): Promise<Account> {
  const { userId, profile: given } = input
  await countAttempt(platform, { name: 'accounts.profile_edits', key: userId, limit: 60, windowSeconds: 3600 })
  const phone = requirePhone({ phone: given.phone ?? '', field: 'phone' }) || null
  return platform.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    const before = await findAccount(tx, userId)
    if (!before) throw fail('accounts.not_found')
    const profile: ProfileFields = {
      full_name: before.full_name,
      address: before.address,
      emergency_contact: before.emergency_contact,
      ...given,
      phone: given.phone === undefined ? before.phone : phone,
    }
    requireVersion({ seen: input.version, current: profileVersion(before), next: profileVersion(profile) })
    const identities = { before: identityOf(before), after: identityOf(profile) }
    if (!isSameIdentity(identities.before, identities.after)) {
      await input.onNewIdentity(tx, { attendeeId: userId, ...identities })
    }
    await setProfile(tx, { userId, profile, now: platform.clock.now() })
    const account = await findAccount(tx, userId)
    if (!account) throw fail('accounts.not_found')
    return account
  })
}

const identityOf = ({ full_name }: ProfileFields) => ({ fullName: full_name, birthDate: null })

/** The version covers the fields that the profile form edits. */
export function profileVersion({ full_name, phone, address, emergency_contact }: ProfileFields): string {
  return versionOf({
    full_name,
    phone: phone ?? '',
    address: address ?? '',
    emergency_contact: emergency_contact ?? '',
  })
}
