import { z } from 'zod'

import { findUser, lockUser } from '../accounts.repository.ts'
import { optionalText, readBody, requireEmail } from './body.ts'
import type { ServiceRequest } from './endpoint.ts'
import { countMail, countRequest } from './limits.ts'
import { mailLink } from './one-time-tokens.ts'
import { allowedRedirect } from './redirects.ts'

const input = z.object({ email: optionalText })

/** POST /recover: the same answer whether the address has an account or not. */
export async function recover({ platform, c }: ServiceRequest): Promise<Response> {
  const { publicUrl } = platform.settings
  await countRequest({ platform, limit: 'mailFromAddress', key: c.var.address })
  const email = requireEmail((await readBody(c, input)).email)
  await countMail({ platform, kind: 'recovery', email })

  // Not the page it was asked for from: only /reset-password asks for the new password.
  const wanted = c.req.header('redirect_to') || c.req.query('redirect_to') || ''
  const redirectTo = allowedRedirect({ wanted, publicUrl }) ?? `${publicUrl}/reset-password`
  await platform.db.transaction().execute(async (tx) => {
    const found = await findUser(tx, { email })
    const user = found && (await lockUser(tx, found.id))
    if (user?.email === email) await mailLink(tx, { platform, user, kind: 'recovery', redirectTo })
  })
  return c.json({})
}
