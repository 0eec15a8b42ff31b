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
export function refreshTokenOf(o: {
  session: Pick<Session, 'id' | 'refresh_key' | 'refresh_counter'>
  secret: Uint8Array
}): string {
  const { session, secret } = o
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

export function isGenuine(o: { token: RefreshToken; sessionKey: Buffer; secret: Uint8Array }): boolean {
  return timingSafeEqual(macOf({ ...o, signed: o.token.signed }), o.token.mac)
}

function macOf(o: { sessionKey: Buffer; secret: Uint8Array; signed: Buffer }): Buffer {
  const serverKey = deriveKey({ secret: o.secret, purpose: 'refresh tokens' })
  const key = createHmac('sha256', serverKey).update(o.sessionKey).digest()
  return createHmac('sha256', key).update(o.signed).digest()
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
export function judgeRefresh(o: {
  presented: number
  active: number
  /** The first token of after the second factor, in a session that has used it. */
  aal2From: number | null
  refreshedAt: Date
  now: Date
}): 'advance' | 'repeat' | 'outdated' | 'stolen' | 'unknown' {
  if (o.presented === o.active) return 'advance'
  if (o.presented > o.active) return 'unknown'
  const isSlow = o.now.getTime() - o.refreshedAt.getTime() <= reuseIntervalMs
  const isTolerated = o.presented === o.active - 1 || (isSlow && o.active - o.presented <= toleratedSteps)
  if (!isTolerated) return 'stolen'
  return o.aal2From !== null && o.presented < o.aal2From ? 'outdated' : 'repeat'
}
