import { setProfile } from '#server/features/auth/repository/profiles.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import type { ProfileFields } from '#server/features/auth/usecases/users.ts'
import { requirePhone } from '#server/platform/phones.ts'
import type { Platform } from '#server/platform/platform.ts'
import { requireVersion, versionOf } from '#server/platform/version.ts'
import { fail } from '../accounts.errors.ts'
import { type Account, findAccount } from '../repository/accounts.ts'

export async function requireAccount(platform: Platform, userId: string): Promise<Account> {
  const account = await findAccount(platform.db, userId)
  if (!account) throw fail('accounts.not_found')
  return account
}

export async function updateProfile(
  platform: Platform,
  input: { userId: string; profile: ProfileFields; version?: string },
): Promise<Account> {
  const phone = requirePhone({ phone: input.profile.phone ?? '', field: 'phone' }) || null
  const profile = { ...input.profile, phone }
  const { userId } = input
  return platform.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    const before = await findAccount(tx, userId)
    if (!before) throw fail('accounts.not_found')
    requireVersion({ seen: input.version, current: profileVersion(before), next: profileVersion(profile) })
    await setProfile(tx, { userId, profile, now: platform.clock.now() })
    const account = await findAccount(tx, userId)
    if (!account) throw fail('accounts.not_found')
    return account
  })
}

/** The version covers the fields that the profile form edits. */
export function profileVersion({ full_name, phone, address, emergency_contact }: ProfileFields): string {
  return versionOf({
    full_name,
    phone: phone ?? '',
    address: address ?? '',
    emergency_contact: emergency_contact ?? '',
  })
}
