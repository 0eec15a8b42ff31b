import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { administratorMail } from '../mail/administrator.ts'
import { isLastAdministrator, lockAdministrators } from '../repository/administrators.ts'
import { addRole, removeRole } from '../repository/roles.ts'
import { lockUserByEmail, type User } from '../repository/users.ts'
import { isBlocked } from '../rules/account-status.ts'
import { hasSecondFactor } from '../sessions/assurance.ts'

type GrantResult = {
  outcome: 'granted' | 'already' | 'unknown' | 'unconfirmed' | 'blocked' | 'registration pending'
  hasSecondFactor: boolean
}

/**
 * Grants the role `admin` to the account with this (lower-cased) address, in addition to its roles. It takes effect with the
 * account's next request, in every process.
 */
export async function grantAdministrator(platform: Platform, { email }: { email: string }): Promise<GrantResult> {
  return platform.db.transaction().execute(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user) return { outcome: 'unknown', hasSecondFactor: false }
    const factorState = { hasSecondFactor: hasSecondFactor(user) }
    const refusal = refusalOf({ platform, user })
    if (refusal) return { ...factorState, outcome: refusal }
    const now = platform.clock.now()
    const added = await addRole(tx, { userId: user.id, role: 'admin', now })
    if (added) await mailAbout(tx, { platform, user, granted: true })
    if (added) platform.log.info({ userId: user.id }, 'the role of administrator was granted')
    return { ...factorState, outcome: added ? 'granted' : 'already' }
  })
}

function refusalOf({
  user,
  platform,
}: {
  platform: Platform
  user: User
}): 'unconfirmed' | 'blocked' | 'registration pending' | undefined {
  const { production, requireEmailConfirmation } = platform.settings
  if (isBlocked({ account: user, now: platform.clock.now() })) return 'blocked'
  if (user.registration_pending) return 'registration pending'
  // A stranger may have signed up with the address. Outside production only the developer can.
  if (user.email_verified_at === null && (production || requireEmailConfirmation)) return 'unconfirmed'
  return undefined
}

/** `last`: no administrator would be left. */
export async function revokeAdministrator(
  platform: Platform,
  { email }: { email: string },
): Promise<'revoked' | 'not an administrator' | 'unknown' | 'last'> {
  return platform.db.transaction().execute(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user) return 'unknown'
    await lockAdministrators(tx, { userId: user.id })
    if (await isLastAdministrator(tx, { userId: user.id, now: platform.clock.now() })) return 'last'
    if (!(await removeRole(tx, { userId: user.id, role: 'admin' }))) return 'not an administrator'
    await mailAbout(tx, { platform, user, granted: false })
    platform.log.info({ userId: user.id }, 'the role of administrator was revoked')
    return 'revoked'
  })
}

async function mailAbout(
  tx: Tx,
  { platform, granted, user }: { platform: Platform; user: User; granted: boolean },
): Promise<void> {
  const { publicUrl } = platform.settings
  const entry = {
    event: 'accounts.administrator',
    to: { userId: user.id },
    about: null,
    thread: `administrator ${user.id}`,
    title: granted ? 'Ahora tienes el rol de administración' : 'Ya no tienes el rol de administración',
    message: granted ? `Encuentras Administración en el menú de tu cuenta.` : 'Tu cuenta sigue como antes en lo demás.',
    href: granted ? '/admin/dashboard' : '/account',
  } as const
  await notifyUsers(tx, { platform, entries: [entry] })
  const kind = granted ? 'accounts.administrator_named' : 'accounts.administrator_dismissed'
  await queueMail(tx, {
    platform,
    to: user.email,
    kind,
    aboutId: user.id,
    ...administratorMail({ publicUrl, granted }),
  })
}
