import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

import type { Platform } from '#server/platform/platform.ts'

import type { User } from '../accounts.repository.ts'
import type { Session } from './sessions.ts'
import { algorithm, signingKey, verifyingKey } from './signing-keys.ts'

export const accessTokenSeconds = 3600
export const audience = 'authenticated'

/** How far the clocks of two processes may be apart. */
const clockToleranceSeconds = 5

/** A header carries the token with every request, so a large `user_metadata` stays out; the user's answer has it whole. */
const metadataMaxBytes = 1_000

export async function signAccessToken(o: {
  platform: Platform
  user: User
  session: Session
}): Promise<{ accessToken: string; expiresAt: number }> {
  const { platform, user, session } = o
  const { kid, key } = await signingKey(platform)
  const issuedAt = Math.floor(platform.clock.now().getTime() / 1000)
  const expiresAt = issuedAt + accessTokenSeconds
  const metadata = user.raw_user_meta_data
  const accessToken = await new SignJWT({
    email: user.email,
    phone: '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: Buffer.byteLength(JSON.stringify(metadata)) <= metadataMaxBytes ? metadata : {},
    role: 'authenticated',
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
    .setIssuer(issuerOf(platform))
    .setSubject(user.id)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key)
  return { accessToken, expiresAt }
}

const subjects = z.object({ sub: z.uuid(), session_id: z.uuid() })

type AccessTokenReading =
  | { userId: string; sessionId: string }
  | { problem: 'forged or expired' | 'without subject'; message: string }

/** What the token proves by itself; whether its session still lives, the database says. */
export async function readAccessToken(platform: Platform, token: string): Promise<AccessTokenReading> {
  let payload: JWTPayload
  try {
    const verified = await jwtVerify(
      token,
      async ({ kid = '' }) => {
        const key = await verifyingKey({ platform, kid })
        if (!key) throw new errors.JWKSNoMatchingKey()
        return key
      },
      {
        algorithms: [algorithm],
        issuer: issuerOf(platform),
        audience,
        currentDate: platform.clock.now(),
        maxTokenAge: accessTokenSeconds,
        clockTolerance: clockToleranceSeconds,
      },
    )
    payload = verified.payload
  } catch (error) {
    // A database that is away is no fault of the token.
    if (!(error instanceof errors.JOSEError)) throw error
    return { problem: 'forged or expired', message: `unable to parse or verify signature, ${error.message}` }
  }
  const subject = subjects.safeParse(payload)
  if (!subject.success) return { problem: 'without subject', message: 'sub or session_id claim is not a UUID' }
  return { userId: subject.data.sub, sessionId: subject.data.session_id }
}

function issuerOf(platform: Platform): string {
  return `${platform.settings.publicUrl}/auth/v1`
}
