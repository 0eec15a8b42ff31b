import type { ProfileFields } from '#server/features/auth/usecases/users.ts'
import { requirePhone } from '#server/platform/phones.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../accounts.errors.ts'
import { type Account, findAccount, setProfile } from '../repository/accounts.ts'

export async function requireAccount(platform: Platform, userId: string): Promise<Account> {
  const account = await findAccount(platform.db, userId)
  if (!account) throw fail('accounts.not_found')
  return account
}

export async function updateProfile(
  platform: Platform,
  input: { userId: string; profile: ProfileFields },
): Promise<Account> {
  const phone = requirePhone({ phone: input.profile.phone ?? '', field: 'phone' }) || null
  const profile = { ...input.profile, phone }
  const saved = await setProfile(platform.db, { userId: input.userId, profile, now: platform.clock.now() })
  if (!saved) throw fail('accounts.not_found')
  return requireAccount(platform, input.userId)
}
