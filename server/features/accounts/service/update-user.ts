import { z } from 'zod'

import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

import { passwordChangedMail } from '../accounts.mail.ts'
import { findUser, lockUser, type User } from '../accounts.repository.ts'
import type { Metadata } from '../accounts.types.ts'
import { requireBearer } from './bearer.ts'
import { invalid, optionalMetadata, optionalText, readBody, requireEmail } from './body.ts'
import type { ServiceRequest } from './endpoint.ts'
import { countMail, countRequest } from './limits.ts'
import { deleteTokens, mailLink } from './one-time-tokens.ts'
import { hashPassword, isPasswordRight, requireGoodPassword } from './passwords.ts'
import { redirectOf } from './redirects.ts'
import { failService } from './service-errors.ts'
import { endSessions } from './sessions.ts'
import { userAnswer } from './user-answer.ts'

const input = z.object({
  email: optionalText,
  password: optionalText,
  current_password: optionalText,
  data: optionalMetadata,
})

/** PUT /user */
export async function updateUser(request: ServiceRequest): Promise<Response> {
  const { platform, c } = request
  const { user, session } = await requireBearer(request)
  const body = await readBody(c, input)
  const newEmail = body.email === '' ? undefined : requireEmail(body.email)
  const movesTo = newEmail === user.email ? undefined : newEmail
  const passwordHash = body.password === '' ? undefined : await hashNewPassword({ platform, user, ...body })
  if (movesTo !== undefined) {
    await countRequest({ platform, limit: 'mailFromAddress', key: c.var.address })
    await countRequest({ platform, limit: 'emailChange', key: user.id })
    await countMail({ platform, kind: 'email_change', email: movesTo })
    if (await findUser(platform.db, { email: movesTo })) throw failService('email_exists')
  }

  const redirectTo = redirectOf({ c, publicUrl: platform.settings.publicUrl })
  const updated = await platform.db.transaction().execute(async (tx) => {
    const locked = await lockUser(tx, user.id)
    if (!locked) throw failService('user_not_found')
    await mergeMetadata(tx, { platform, user: locked, data: body.data })
    if (passwordHash !== undefined) {
      // Another change got in first: the sessions that it ended include this one.
      if (locked.encrypted_password !== user.encrypted_password) throw failService('session_not_found')
      await changePassword(tx, { platform, user: locked, sessionId: session.id, passwordHash })
    }
    if (movesTo !== undefined) await startEmailChange(tx, { platform, user: locked, email: movesTo, redirectTo })
    return findUser(tx, { id: user.id })
  })
  if (!updated) throw failService('user_not_found')
  return c.json(userAnswer(updated))
}

async function hashNewPassword(o: {
  platform: Platform
  user: User
  password: string
  current_password: string
}): Promise<string> {
  const { user, password } = o
  requireGoodPassword({ password, userType: user.user_type === 'center' ? 'center' : 'patient' })
  await countRequest({ platform: o.platform, limit: 'passwordChange', key: user.id })
  const passwordHash = user.encrypted_password
  if (o.current_password !== '' && !(await isPasswordRight({ password: o.current_password, passwordHash }))) {
    throw failService('invalid_credentials')
  }
  if (await isPasswordRight({ password, passwordHash })) throw failService('same_password')
  return hashPassword(password)
}

/** Whoever else was signed in, or held a link, is out: the reason for a new password may be that they were. */
async function changePassword(
  tx: Tx,
  o: { platform: Platform; user: User; sessionId: string; passwordHash: string },
): Promise<void> {
  const { platform, user } = o
  await tx
    .updateTable('users')
    .set({ encrypted_password: o.passwordHash, updated_at: platform.clock.now() })
    .where('id', '=', user.id)
    .execute()
  await deleteTokens(tx, user.id)
  await endSessions(tx, { userId: user.id, sessionId: o.sessionId, scope: 'others' })
  const recoveryUrl = `${platform.settings.publicUrl}/forgot-password`
  await queueMail(tx, { to: user.email, kind: 'accounts.password_changed', ...passwordChangedMail({ recoveryUrl }) })
}

/** The change is made once both addresses have confirmed it. */
async function startEmailChange(
  tx: Tx,
  o: { platform: Platform; user: User; email: string; redirectTo: string },
): Promise<void> {
  const { platform, redirectTo } = o
  await tx
    .updateTable('users')
    .set({ new_email: o.email, updated_at: platform.clock.now() })
    .where('id', '=', o.user.id)
    .execute()
  const user = { ...o.user, new_email: o.email }
  await mailLink(tx, { platform, user, kind: 'email_change_current', redirectTo })
  await mailLink(tx, { platform, user, kind: 'email_change_new', redirectTo })
}

/** One level deep; null deletes a key. */
async function mergeMetadata(tx: Tx, o: { platform: Platform; user: User; data: Metadata }): Promise<void> {
  if (Object.keys(o.data).length === 0) return
  const merged = Object.entries({ ...(o.user.raw_user_meta_data as Metadata), ...o.data })
  const checked = optionalMetadata.safeParse(Object.fromEntries(merged.filter(([, value]) => value !== null)))
  if (!checked.success) throw invalid('data is too large')
  await tx
    .updateTable('users')
    .set({ raw_user_meta_data: JSON.stringify(checked.data), updated_at: o.platform.clock.now() })
    .where('id', '=', o.user.id)
    .execute()
}
