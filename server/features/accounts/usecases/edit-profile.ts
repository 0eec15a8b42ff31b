import { requirePhone } from '#server/platform/phones.ts'
import type { Platform } from '#server/platform/platform.ts'

import { fail } from '../accounts.errors.ts'
import { type Account, findAccount, setProfile } from '../repository/accounts.ts'
import type { NewAccount } from '../repository/users.ts'

export async function requireAccount(platform: Platform, userId: string): Promise<Account> {
  const account = await findAccount(platform.db, userId)
  if (!account) throw fail('accounts.not_found')
  return account
}

export async function updateProfile(
  platform: Platform,
  o: { userId: string; profile: NewAccount['profile'] },
): Promise<Account> {
  const phone = requirePhone({ phone: o.profile.phone ?? '', field: 'phone' }) || null
  const profile = { ...o.profile, phone }
  const saved = await setProfile(platform.db, { userId: o.userId, profile, now: platform.clock.now() })
  if (!saved) throw fail('accounts.not_found')
  return requireAccount(platform, o.userId)
}
