import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { z } from 'zod'
import type { AssuranceLevel } from '#server/api/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { User } from '../repository/users.ts'
import type { Session } from './sessions.ts'
import { algorithm, type ImportedKey, signingKey, verifyingKey } from './signing-keys.ts'

export const accessTokenSeconds = 3600
export const audience = 'authenticated'

/** The largest tolerated difference between two processes' clocks. */
const clockToleranceSeconds = 5

/** Every request's header carries the token, so it omits a larger `user_metadata`; the user object contains it. */
const metadataMaxBytes = 1_000

export type SignInput = {
  platform: Platform
  user: User
  session: Session
  /** The key of signingKey(), which is read now when it is absent. */
  signing?: ImportedKey
}

export async function signAccessToken({
  platform,
  user,
  session,
  signing,
}: SignInput): Promise<{ accessToken: string; expiresAt: number }> {
  const { kid, key } = signing ?? (await signingKey(platform))
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

const subjects = z.object({ sub: z.uuid(), session_id: z.uuid(), aal: z.enum(['aal1', 'aal2']).catch('aal1') })

type AccessTokenReading =
  | { userId: string; sessionId: string; aal: AssuranceLevel }
  | { problem: 'forged or expired' | 'without subject'; message: string }

/** Verifies the token itself. Only the database knows whether its session is still open. */
export async function readAccessToken(platform: Platform, token: string): Promise<AccessTokenReading> {
  const cache = cacheOf(platform)
  const cached = cache.get(token)
  // The signature can't change, but the token may have expired and its key may no longer be trusted.
  if (cached && cached.expiresAt * 1000 > platform.clock.now().getTime()) {
    if (await verifyingKey({ platform, kid: cached.kid })) return cached
  }
  cache.delete(token)
  const reading = await verifyAccessToken(platform, token)
  if ('problem' in reading) return reading
  cache.set(token, reading)
  return reading
}

type VerifiedToken = { userId: string; sessionId: string; aal: AssuranceLevel; kid: string; expiresAt: number }

/** Each token takes a few kilobytes of memory. */
const maxCachedTokens = 5_000
const cacheOfPool = new WeakMap<pg.Pool, LRUCache<string, VerifiedToken>>()

function cacheOf({ pool }: Platform): LRUCache<string, VerifiedToken> {
  const cache = cacheOfPool.get(pool) ?? new LRUCache<string, VerifiedToken>({ max: maxCachedTokens })
  cacheOfPool.set(pool, cache)
  return cache
}

async function verifyAccessToken(
  platform: Platform,
  token: string,
): Promise<VerifiedToken | Extract<AccessTokenReading, { problem: string }>> {
  let payload: JWTPayload
  let kid: string
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
    kid = verified.protectedHeader.kid ?? ''
  } catch (error) {
    // An unavailable database is not the token's fault.
    if (!(error instanceof errors.JOSEError)) throw error
    return { problem: 'forged or expired', message: `unable to parse or verify signature, ${error.message}` }
  }
  const subject = subjects.safeParse(payload)
  if (!subject.success) return { problem: 'without subject', message: 'sub or session_id claim is not a UUID' }
  const { sub: userId, session_id: sessionId, aal } = subject.data
  return { userId, sessionId, aal, kid, expiresAt: payload.exp ?? 0 }
}

function issuerOf(platform: Platform): string {
  return `${platform.settings.publicUrl}/auth/v1`
}
