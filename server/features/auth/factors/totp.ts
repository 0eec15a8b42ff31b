import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

import { brand } from '#contract/brand.ts'
import { seal, unseal } from '#server/platform/secrets.ts'

/** What every authenticator app reads; several of them ignore any other choice. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Clocks of phones: one step early or late still counts. */
const window = 1
/** As long as the HMAC's own key, as RFC 4226 asks. */
const secretBytes = 20

/** In base32, as apps show it and people type it. */
export function newTotpSecret(): string {
  return new Secret({ buffer: Uint8Array.from(randomBytes(secretBytes)).buffer }).base32
}

/** What the QR code says: the app shows issuer and account beside the code. */
export function totpUri(input: { secret: string; issuer: string; account: string }): string {
  // A colon separates the two in the label.
  const issuer = input.issuer.replaceAll(':', ' ').trim() || brand.name
  return new TOTP({ ...parameters, secret: input.secret, issuer, label: input.account }).toString()
}

/** Whether somebody can have read this off an app. The library throws at digits that are longer than one byte. */
export function isCode(text: string): boolean {
  return /^[0-9]{6}$/.test(text)
}

/** The 30-second step that this code is of; undefined for a wrong code, and for one that was used or comes before one. */
export function acceptedStep({
  secret,
  now,
  code,
  lastStep,
}: {
  secret: string
  code: string
  lastStep: number | null
  now: Date
}): number | undefined {
  const totp = new TOTP({ ...parameters, secret })
  const timestamp = now.getTime()
  if (!isCode(code)) return undefined
  const delta = totp.validate({ token: code, timestamp, window })
  if (delta === null) return undefined
  const step = totp.counter({ timestamp }) + delta
  return lastStep === null || step > lastStep ? step : undefined
}

const triesBeforeLock = 5
const minute = 60_000
const firstLockMs = 15 * minute
const longestLockMs = 240 * minute

/** Every fifth wrong code in a row locks the factor, each time for twice as long. Null: this one doesn't. */
export function lockAfter({ failedAttempts, now }: { failedAttempts: number; now: Date }): Date | null {
  if (failedAttempts % triesBeforeLock !== 0) return null
  const lockMs = firstLockMs * 2 ** (failedAttempts / triesBeforeLock - 1)
  return new Date(now.getTime() + Math.min(lockMs, longestLockMs))
}

type Sealing = { key: Uint8Array; factorId: string }

export function sealTotpSecret({ key, factorId, secret }: Sealing & { secret: string }): Buffer {
  return seal({ secret: key, purpose: purposeOf(factorId), text: secret })
}

/** Undefined when SECRET_KEY is another one than when the factor was enrolled. */
export function unsealTotpSecret({ key, factorId, sealed }: Sealing & { sealed: Buffer }): string | undefined {
  return unseal({ secret: key, purpose: purposeOf(factorId), sealed })
}

/** With the factor's id, so that nobody who can write rows can give a factor the secret of another. */
function purposeOf(factorId: string): string {
  return `second factor ${factorId}`
}
