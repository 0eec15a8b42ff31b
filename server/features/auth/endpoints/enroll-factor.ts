import { renderSVG } from 'uqr'
import { z } from 'zod'
import { newId } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { newFactorError } from '../factors/new-factor.ts'
import { newTotpSecret, sealTotpSecret, totpUri } from '../factors/totp.ts'
import { invalid, optionalText, readBody } from '../protocol/body.ts'
import { failAuth } from '../protocol/errors.ts'
import { countRequest } from '../protocol/limits.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { countVerifiedFactors, deleteAbandonedFactors, insertFactor } from '../repository/factors.ts'
import { lockUser } from '../repository/users.ts'
import { requireBearer } from '../sessions/bearer.ts'

const maxVerifiedFactors = 10
const maxNameLength = 100
/** Leaves time to install an app. No screen still shows the QR code after that. */
const abandonedAfterMs = 30 * minuteMs

const input = z.object({ factor_type: optionalText, friendly_name: optionalText, issuer: optionalText })

/** POST /factors: a new factor has no effect until one of its codes is verified. */
export async function enrollFactor(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const { user, session } = await requireBearer(request)
  await countRequest({ platform, limit: 'secondFactor', key: user.id })
  const body = await readBody(c, input)
  requireTotp(body.factor_type)
  const friendlyName = body.friendly_name.trim()
  if (friendlyName.length > maxNameLength)
    throw invalid(`friendly_name cannot be longer than ${maxNameLength} characters`)
  if (body.issuer.length > maxNameLength) throw invalid(`issuer cannot be longer than ${maxNameLength} characters`)

  const id = newId()
  const secret = newTotpSecret()
  const now = platform.clock.now()
  await platform.db.transaction().execute(async (tx) => {
    if (!(await lockUser(tx, user.id))) throw failAuth('user_not_found')
    const verified = await countVerifiedFactors(tx, user.id)
    const refusal = newFactorError({ session, verified, now, action: 'enroll' })
    if (refusal) throw refusal
    if (verified >= maxVerifiedFactors) throw failAuth('too_many_enrolled_mfa_factors')
    await deleteAbandonedFactors(tx, {
      userId: user.id,
      friendlyName,
      enrolledBefore: new Date(now.getTime() - abandonedAfterMs),
    })
    const sealedSecret = sealTotpSecret({ key: platform.secret, factorId: id, secret })
    if (!(await insertFactor(tx, { id, userId: user.id, friendlyName, sealedSecret, now }))) {
      throw failAuth('mfa_factor_name_conflict', {
        message: `A factor with the friendly name "${friendlyName}" for this user already exists`,
      })
    }
  })

  const uri = totpUri({ secret, issuer: body.issuer, account: user.email })
  // Clients put it into a data: URL unescaped, where a # or % would truncate it. uqr writes colours as words.
  const qr = renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 4 })
  return c.json({ id, type: 'totp', friendly_name: friendlyName, totp: { qr_code: qr, secret, uri } })
}

function requireTotp(factorType: string): void {
  if (factorType === 'totp') return
  if (factorType === 'phone') throw failAuth('mfa_phone_enroll_not_enabled')
  if (factorType === 'webauthn') throw failAuth('mfa_webauthn_enroll_not_enabled')
  throw invalid('factor_type needs to be totp, phone, or webauthn')
}
