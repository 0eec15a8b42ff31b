import { mailCode } from '../links/send-link.ts'
import { failAuth } from '../protocol/errors.ts'
import { countMail, countRequest } from '../protocol/limits.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { lockUser } from '../repository/users.ts'
import { requireBearer } from '../sessions/bearer.ts'
import { findKnownDevice } from '../sessions/known-devices.ts'

/** GET /reauthenticate: mails a code, which PUT /user requires as `nonce` when the sign-in is not recent. */
export async function reauthenticate(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const { user } = await requireBearer(request)
  await countRequest({ platform, limit: 'mailFromAddress', address: c.var.address })
  const device = findKnownDevice(request, user.email)
  await countMail({ platform, kind: 'reauthentication', email: user.email, from: c.var.address, device })
  await platform.db.transaction().execute(async (tx) => {
    const locked = await lockUser(tx, user.id)
    if (!locked) throw failAuth('user_not_found')
    await mailCode(tx, { platform, user: locked })
  })
  return c.json({})
}
