import { lockUser } from '../repository/users.ts'
import { requireBearer } from './bearer.ts'
import type { ServiceRequest } from './endpoint.ts'
import { countMail, countRequest } from './limits.ts'
import { mailCode } from './mail-link.ts'
import { failService } from './service-errors.ts'

/** GET /reauthenticate: mails a code, which PUT /user takes as `nonce` from whoever signed in a while ago. */
export async function reauthenticate(request: ServiceRequest): Promise<Response> {
  const { platform, c } = request
  const { user } = await requireBearer(request)
  await countRequest({ platform, limit: 'mailFromAddress', key: c.var.address })
  await countMail({ platform, kind: 'reauthentication', email: user.email, from: c.var.address })
  await platform.db.transaction().execute(async (tx) => {
    const locked = await lockUser(tx, user.id)
    if (!locked) throw failService('user_not_found')
    await mailCode(tx, { platform, user: locked })
  })
  return c.json({})
}
