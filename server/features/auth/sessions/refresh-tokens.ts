import { createHmac, timingSafeEqual } from 'node:crypto'

import { deriveKey } from '#server/platform/secrets.ts'

import type { Session } from './sessions.ts'

// A token is the session's id (16 bytes), its number in that session (4) and an HMAC-SHA256 of both (32), as base64url.
// No token is stored: the session's row contains one part of the key and the number of the active token. The other part of
// the key is outside the database.
const idLength = 16
const signedLength = 20
const tokenLength = 52

export type RefreshToken = { sessionId: string; counter: number; signed: Buffer; mac: Buffer }

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

/** Undefined for a text that is not a refresh token. */
export function parseRefreshToken(text: string): RefreshToken | undefined {
  const bytes = Buffer.from(text, 'base64url')
  // Buffer skips invalid characters; only the canonical encoding is accepted.
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

/** How many steps behind a slow tab's token may be. A session that is raised to aal2 advances by as many. */
export const toleratedSteps = 16

type RefreshVerdict =
  /** The token is the active one. The next token replaces it. */
  | 'advance'
  /** A later token is active: the client failed to save it, or several tabs refresh simultaneously. It is returned again. */
  | 'repeat'
  /** As `repeat`, but the token is older than the second factor. The slow tab finds the newer one in the browser's storage. */
  | 'outdated'
  /** The token is older than any that the owner's browser still presents. */
  | 'stolen'
  | 'unknown'

export function judgeRefresh({
  presented,
  active,
  now,
  refreshedAt,
  aal2From,
}: {
  presented: number
  active: number
  /** The first token after the second factor, in a session that has used it. */
  aal2From: number | null
  refreshedAt: Date
  now: Date
}): RefreshVerdict {
  if (presented === active) return 'advance'
  if (presented > active) return 'unknown'
  const isSlow = now.getTime() - refreshedAt.getTime() <= reuseIntervalMs
  const isTolerated = presented === active - 1 || (isSlow && active - presented <= toleratedSteps)
  if (!isTolerated) return 'stolen'
  return aal2From !== null && presented < aal2From ? 'outdated' : 'repeat'
}
