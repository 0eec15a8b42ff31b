import { z } from 'zod'

import { findUser, lockUser } from '../accounts.repository.ts'
import { invalid, optionalText, readBody, requireEmail } from './body.ts'
import type { ServiceRequest } from './endpoint.ts'
import { countMail, countRequest } from './limits.ts'
import { isOutstanding, mailLink, takeSignUpAttempt } from './one-time-tokens.ts'
import { redirectOf } from './redirects.ts'

const input = z.object({ type: optionalText, email: optionalText })

/** POST /resend: the same answer whether there is something to send again or not. */
export async function resend({ platform, c }: ServiceRequest): Promise<Response> {
  await countRequest({ platform, limit: 'mailFromAddress', key: c.var.address })
  const { type, email: typed } = await readBody(c, input)
  if (type !== 'signup' && type !== 'email_change') throw invalid('Missing one of these types: signup, email_change')
  const email = requireEmail(typed)
  await countMail({ platform, kind: type, email })

  const redirectTo = redirectOf({ c, publicUrl: platform.settings.publicUrl })
  await platform.db.transaction().execute(async (tx) => {
    const found = await findUser(tx, { email })
    const user = found && (await lockUser(tx, found.id))
    if (!user) return
    if (type === 'signup') {
      if (user.email_confirmed_at !== null) return
      const attempt = await takeSignUpAttempt(tx, user.id)
      await mailLink(tx, { platform, user, kind: 'signup', redirectTo, attempt })
    } else if (user.new_email !== null) {
      const halves = ['email_change_current', 'email_change_new'] as const
      const outstanding = await Promise.all(halves.map((kind) => isOutstanding(tx, { userId: user.id, kind })))
      // None: a new password ended both, so that both confirm anew. One: the other address has confirmed already.
      const wanted = outstanding.includes(true) ? halves.filter((_, index) => outstanding[index]) : halves
      for (const kind of wanted) await mailLink(tx, { platform, user, kind, redirectTo })
    }
  })
  return c.json({})
}
