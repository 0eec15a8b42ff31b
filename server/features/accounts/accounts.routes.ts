import type { Me } from '#contract/accounts.ts'
import { roles } from '#contract/route.ts'
import { api, requireActor } from '#server/http/procedures.ts'

import { type Account, listDependants } from './accounts.repository.ts'
import { homePathOf } from './accounts.rules.ts'
import { requireAccount, updateProfile } from './accounts.usecases.ts'

export const accountsRoutes = {
  me: api.accounts.me.handler(async ({ context }) => {
    return presentAccount(await requireAccount(context.platform, requireActor(context).userId))
  }),

  updateProfile: api.accounts.updateProfile.handler(async ({ input, context }) => {
    const account = await updateProfile(context.platform, {
      userId: requireActor(context).userId,
      profile: {
        full_name: input.fullName,
        phone: input.phone || null,
        address: input.address || null,
        emergency_contact: input.emergencyContact || null,
      },
    })
    return presentAccount(account)
  }),

  dependants: api.accounts.dependants.handler(async ({ context }) => {
    const dependants = await listDependants(context.platform.db, { guardianId: requireActor(context).userId })
    return {
      items: dependants.map(({ id, full_name, birth_date, relation }) => ({
        id,
        fullName: full_name,
        birthDate: birth_date,
        relation,
      })),
    }
  }),
}

function presentAccount(account: Account): Me {
  const userType = account.user_type === 'center' ? 'center' : 'patient'
  return {
    userId: account.id,
    email: account.userEmail,
    emailConfirmed: account.email_confirmed_at !== null,
    userType,
    roles: roles.filter((role) => account.roles?.includes(role)),
    fullName: account.full_name,
    phone: account.phone,
    address: account.address,
    emergencyContact: account.emergency_contact,
    avatarUrl: account.avatar_url,
    homePath: homePathOf(userType),
    createdAt: account.created_at.toISOString(),
  }
}
