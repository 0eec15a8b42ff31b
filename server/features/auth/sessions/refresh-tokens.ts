import { createHmac, timingSafeEqual } from 'node:crypto'

import { deriveKey } from '#server/platform/secrets.ts'

import type { Session } from './sessions.ts'

// A token is the session's id (16 bytes), its number in that session (4) and an HMAC-SHA256 of both (32), as base64url.
// None is stored: the session keeps its part of the key and the number of the active one. The other part stands outside
// the database.
const idLength = 16
const signedLength = 20
const tokenLength = 52

export type RefreshToken = { sessionId: string; counter: number; signed: Buffer; mac: Buffer }

/** The session's active refresh token. */
export function refreshTokenOf({
  session,
  secret,
}: {
  session: Pick<Session, 'id' | 'refresh_key' | 'refresh_counter'>
  secret: Uint8Array
}): string {
  const signed = Buffer.alloc(signedLength)
  signed.write(session.id.replaceAll('-', ''), 'hex')
  signed.writeUInt32BE(session.refresh_counter, idLength)
  return Buffer.concat([signed, macOf({ sessionKey: session.refresh_key, secret, signed })]).toString('base64url')
}

/** Undefined for a text that is no refresh token. */
export function parseRefreshToken(text: string): RefreshToken | undefined {
  const bytes = Buffer.from(text, 'base64url')
  // Buffer skips what is no base64; only the one way to write these bytes counts.
  if (bytes.length !== tokenLength || bytes.toString('base64url') !== text) return undefined
  const signed = bytes.subarray(0, signedLength)
  const id = signed.toString('hex', 0, idLength)
  return {
    sessionId: [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-'),
    counter: signed.readUInt32BE(idLength),
    signed,
    mac: bytes.subarray(signedLength),
  }
}

export function isGenuine(input: { token: RefreshToken; sessionKey: Buffer; secret: Uint8Array }): boolean {
  return timingSafeEqual(macOf({ ...input, signed: input.token.signed }), input.token.mac)
}

function macOf({ secret, sessionKey, signed }: { sessionKey: Buffer; secret: Uint8Array; signed: Buffer }): Buffer {
  const serverKey = deriveKey({ secret, purpose: 'refresh tokens' })
  const key = createHmac('sha256', serverKey).update(sessionKey).digest()
  return createHmac('sha256', key).update(signed).digest()
}

const reuseIntervalMs = 10_000

/** How far behind a token may be that is still a slow tab's. A session that rises to aal2 moves on by as many. */
export const toleratedSteps = 16

/**
 * What a genuine token does to its session. `advance`: it is the active one, the next takes its place. `repeat`: its
 * child is active, so the client failed to save that, or several tabs refresh at once: the active one is told again.
 * `outdated`: as `repeat`, but the token is from before the second factor, so it must not open what the factor opened. A tab
 * that was slow finds the newer token in the browser's storage. `stolen`: an older one comes back, which only a copy does.
 */
export function judgeRefresh({
  presented,
  active,
  now,
  refreshedAt,
  aal2From,
}: {
  presented: number
  active: number
  /** The first token of after the second factor, in a session that has used it. */
  aal2From: number | null
  refreshedAt: Date
  now: Date
}): 'advance' | 'repeat' | 'outdated' | 'stolen' | 'unknown' {
  if (presented === active) return 'advance'
  if (presented > active) return 'unknown'
  const isSlow = now.getTime() - refreshedAt.getTime() <= reuseIntervalMs
  const isTolerated = presented === active - 1 || (isSlow && active - presented <= toleratedSteps)
  if (!isTolerated) return 'stolen'
  return aal2From !== null && presented < aal2From ? 'outdated' : 'repeat'
}
