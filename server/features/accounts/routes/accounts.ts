import type { z } from 'zod'
import { type me, type security, socialProviders } from '#contract/accounts.ts'
import { roles, staffRoles } from '#contract/roles.ts'
import type { Actor } from '#server/api/actor.ts'
import { api, requireActor, withUserId } from '#server/api/procedures.ts'
import { findSession } from '#server/features/auth/repository/sessions.ts'
import { listStaff } from '#server/features/auth/repository/staff.ts'
import { findUser } from '#server/features/auth/repository/users.ts'
import { homePathOf } from '#server/features/auth/rules/home-path.ts'
import { isRecentSignIn } from '#server/features/auth/sessions/sessions.ts'
import { completeRegistration } from '#server/features/auth/usecases/complete-registration.ts'
import { listCenterIdsOf } from '#server/features/centers/usecases/require-member.ts'
import { countedNetwork } from '#server/platform/addresses.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../accounts.errors.ts'
import { accountAbilities } from '../accounts.policy.ts'
import { type Account, findEmailChange } from '../repository/accounts.ts'
import { removeAvatar, setAvatar } from '../usecases/update-avatar.ts'
import { profileVersion, requireAccount } from '../usecases/update-profile.ts'

export const accountsRoutes = {
  signInMethods: api.accounts.signInMethods.handler(({ context }) => {
    const { social, captcha, requireEmailConfirmation } = context.platform.settings
    return {
      providers: socialProviders.filter((provider) => social[provider] !== undefined),
      captcha: captcha ? { provider: captcha.provider, siteKey: captcha.siteKey } : null,
      requireEmailConfirmation,
    }
  }),

  me: api.accounts.me.handler(async ({ context }) => {
    const { userId } = requireActor(context)
    const [account, centerIds] = await Promise.all([
      requireAccount(context.platform, userId),
      listCenterIdsOf(context.platform.db, { userId }),
    ])
    return presentAccount(account, { centerIds })
  }),

  completeRegistration: api.accounts.completeRegistration.handler(async ({ input, context }) => {
    const { userId } = requireActor(context)
    await completeRegistration(context.platform, { userId, completion: input })
    return presentChanged(context.platform, await requireAccount(context.platform, userId))
  }),

  setAvatar: api.accounts.setAvatar.handler(async ({ input, context }) => {
    const content = new Uint8Array(await input.image.arrayBuffer())
    const upload = withUserId(context, { content, network: countedNetwork(context.visitor.address) })
    return presentChanged(context.platform, await setAvatar(context.platform, upload))
  }),

  removeAvatar: api.accounts.removeAvatar.handler(async ({ context }) => {
    return presentChanged(context.platform, await removeAvatar(context.platform, withUserId(context, {})))
  }),

  security: api.accounts.security.handler(({ context }) => readSecurity(context.platform, requireActor(context))),

  listStaff: api.accounts.listStaff.handler(async ({ context }) => ({
    items: (await listStaff(context.platform.db)).map((member) => ({
      userId: member.id,
      fullName: member.full_name,
      email: member.email,
      roles: staffRoles.filter((role) => member.roles.includes(role)),
      hasSecondFactor: Boolean(member.has_second_factor),
      lastSignInAt: member.last_sign_in_at,
    })),
  })),
}

export async function presentChanged({ db }: Platform, account: Account) {
  return presentAccount(account, { centerIds: await listCenterIdsOf(db, { userId: account.id }) })
}

/** `centerIds`: the centres where the user works. */
function presentAccount(account: Account, { centerIds }: { centerIds: readonly string[] }): z.input<typeof me> {
  const userType = account.user_type === 'center' ? 'center' : 'patient'
  const accountRoles = roles.filter((role) => account.roles?.includes(role))
  const isMember = userType === 'patient' && centerIds.length > 0
  return {
    userId: account.id,
    version: profileVersion(account),
    email: account.userEmail,
    emailConfirmed: account.email_verified_at !== null,
    userType,
    roles: accountRoles,
    fullName: account.full_name,
    phone: account.phone,
    address: account.address,
    emergencyContact: account.emergency_contact,
    avatarUrl: account.avatar_url,
    registrationPending: account.registration_pending,
    homePath: homePathOf({ userType, isMember, isStaff: staffRoles.some((role) => accountRoles.includes(role)) }),
    createdAt: account.created_at,
    can: accountAbilities({ userId: account.id, roles: accountRoles, centerIds }),
  }
}

async function readSecurity(
  platform: Platform,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<z.output<typeof security>> {
  const { db, clock } = platform
  const now = clock.now()
  const user = await findUser(db, { id: userId })
  if (!user) throw fail('accounts.not_found')
  const session = await findSession(db, { id: sessionId, userId })
  return {
    hasPassword: user.encrypted_password !== null,
    isRecentSignIn: session !== undefined && isRecentSignIn({ session, now }),
    newEmail: (await findEmailChange(db, { userId, now })) ?? null,
  }
}
