import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { brand } from '#contract/brand.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { seal, unseal } from '#server/platform/secrets.ts'

/** The parameters that every authenticator app supports; several ignore any others. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** A phone's clock may be one step early or late. */
const window = 1
/** The secret is as long as the HMAC's output, as RFC 4226 recommends. */
const secretBytes = 20

/** The secret is in base32, as apps display it and users type it. */
export function newTotpSecret(): string {
  return new Secret({ buffer: Uint8Array.from(randomBytes(secretBytes)).buffer }).base32
}

/** The content of the QR code: the app shows issuer and account beside the code. */
export function totpUri(input: { secret: string; issuer: string; account: string }): string {
  // A colon separates the two in the label.
  const issuer = input.issuer.replaceAll(':', ' ').trim() || brand.name
  return new TOTP({ ...parameters, secret: input.secret, issuer, label: input.account }).toString()
}

/** Whether an app can have displayed this. The library throws on digits of more than one byte. */
export function isCode(text: string): boolean {
  return /^[0-9]{6}$/.test(text)
}

/** The code's 30-second step; undefined for a wrong code, and for a step that is not later than the last accepted one. */
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
const firstLockMs = 15 * minuteMs
const longestLockMs = 240 * minuteMs

/** The end of the lock that every fifth wrong code in a row causes, each time for twice as long. Null: no lock. */
export function lockAfter({ failedAttempts, now }: { failedAttempts: number; now: Date }): Date | null {
  if (failedAttempts % triesBeforeLock !== 0) return null
  const lockMs = firstLockMs * 2 ** (failedAttempts / triesBeforeLock - 1)
  return new Date(now.getTime() + Math.min(lockMs, longestLockMs))
}

type Sealing = { key: Uint8Array; factorId: string }

export function sealTotpSecret({ key, factorId, secret }: Sealing & { secret: string }): Buffer {
  return seal({ secret: key, purpose: purposeOf(factorId), text: secret })
}

/** Undefined when SECRET_KEY has changed since the factor was enrolled. */
export function unsealTotpSecret({ key, factorId, sealed }: Sealing & { sealed: Buffer }): string | undefined {
  return unseal({ secret: key, purpose: purposeOf(factorId), sealed })
}

/** Contains the factor's id, so that an intruder who can write rows can't give a factor another one's secret. */
function purposeOf(factorId: string): string {
  return `second factor ${factorId}`
}
