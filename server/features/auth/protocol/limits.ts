import { ORPCError } from '@orpc/server'
import { mailTooSoonMessage } from '#contract/auth-failures.ts'

import type { Platform } from '#server/platform/platform.ts'
import {
  type Attempt,
  addressAttempts,
  countAttempt,
  countAttempts,
  deleteAttempts,
  settleAttempts,
} from '#server/platform/rate-limit.ts'
import type { KnownDevice } from '../auth.types.ts'

import { failAuth } from './errors.ts'

/**
 * The limits of what one account, browser or e-mail address may do. Refreshing has none, as a 429 there would sign an honest
 * user out. Sign-ins count wrong passwords only: a right one takes its count back.
 */
const limits = {
  signInToAccount: { limit: 100, windowSeconds: 600 },
  /** A browser that has signed in to the account before has these instead of every other limit of wrong passwords. */
  signInFromKnownDevice: { limit: 10, windowSeconds: 60 },
  signInFromKnownDeviceLong: { limit: 20, windowSeconds: 600 },
  /** Right passwords: only the account's owner can use these up. */
  signedIn: { limit: 120, windowSeconds: 600 },
  captchaFromKnownDevice: { limit: 60, windowSeconds: 60 },
  signUpOfAccount: { limit: 60, windowSeconds: 600 },
  emailChange: { limit: 5, windowSeconds: 3600 },
  identityChange: { limit: 20, windowSeconds: 600 },
  passwordChange: { limit: 20, windowSeconds: 600 },
  /** A user who has used these up can still follow the mail's link. */
  typedCode: { limit: 5, windowSeconds: 86_400 },
  secondFactor: { limit: 100, windowSeconds: 600 },
  /** Wrong codes of a browser that has used the second factor before, while another browser's wrong codes lock it. */
  secondFactorFromKnownDevice: { limit: 5, windowSeconds: 900 },
} as const

/**
 * The limits of a network address, which a household, a centre or a few dozen customers of a mobile carrier share. IPv6
 * counts its /64, its /56 and its /48.
 */
const addressLimits = {
  signInFromAddress: { limit: 100, windowSeconds: 60 },
  signInToAccountFromAddress: { limit: 10, windowSeconds: 60 },
  /** Well below the account's own limit, so that no /48 can use that up. */
  signInToAccountFromAddressLong: { limit: 20, windowSeconds: 600 },
  signUpFromAddress: { limit: 60, windowSeconds: 600 },
  signUpOfAccountFromAddress: { limit: 10, windowSeconds: 600 },
  mailFromAddress: { limit: 60, windowSeconds: 600 },
  verifyFromAddress: { limit: 100, windowSeconds: 60 },
  oauthFromAddress: { limit: 100, windowSeconds: 600 },
} as const

/** An address gets one mail of a kind in this time, whether it has an account or not. */
const mailPauseSeconds = 60
/** Mails of a kind to an address in an hour. Any visitor may request them, so one network address must not use them up. */
const mailsPerHour = 12
const mailsPerHourFromAddress = 5
/** A link that ends in a code for the requesting browser is of no use to the owner, so it may not use up the owner's mails. */
const mailsPerHourWithChallenge = 6
/** The limit of a browser that has signed in to the account before, beside what strangers request. */
const mailsPerHourOfKnownDevice = 4
const hourSeconds = 3600

export type Request =
  | { limit: keyof typeof limits; key: string }
  /** `subject`: counts the address for this account only. */
  | { limit: keyof typeof addressLimits; address: string; subject?: string }

/** @throws request.too_many, which the service returns as over_request_rate_limit */
export async function countRequest({ platform, ...request }: { platform: Platform } & Request): Promise<void> {
  await countAttempts(platform, attemptsOf(request))
}

/** Counts a sign-up with this address, whether it has an account or not. */
export async function countSignUp(input: { platform: Platform; email: string; address: string }): Promise<void> {
  const { platform, email, address } = input
  await countRequests(platform, [
    { limit: 'signUpOfAccountFromAddress', address, subject: email },
    { limit: 'signUpOfAccount', key: email },
  ])
}

/** Like countRequest, for several limits in one statement. @returns the first limit's count in its window. */
export async function countRequests(platform: Platform, requests: readonly Request[]): Promise<number> {
  const [first = 1] = await countAttempts(platform, requests.flatMap(attemptsOf))
  return first
}

export async function resetRequests({ platform, ...request }: { platform: Platform } & Request): Promise<void> {
  for (const attempt of attemptsOf(request)) await deleteAttempts(platform, attempt)
}

/** Takes one count back from each limit of a right password, and counts it as a sign-in. @throws request.too_many */
export async function settleSignIn(
  platform: Platform,
  { counted, userId }: { counted: readonly Request[]; userId: string },
): Promise<void> {
  const [succeeded] = attemptsOf({ limit: 'signedIn', key: userId })
  if (succeeded) await settleAttempts(platform, { counted: counted.flatMap(attemptsOf), succeeded })
}

function attemptsOf(request: Request): Attempt[] {
  const name = `auth.${request.limit}`
  if ('key' in request) return [{ name, key: request.key, ...limits[request.limit] }]
  return addressAttempts({ ...request, name, ...addressLimits[request.limit] })
}

/**
 * `from`: the caller's network address. `device`: the caller's browser, if it is known to the account; a stranger's mails don't
 * count against it. `hasChallenge`: the link will end in a code for the requesting browser.
 * @throws over_email_send_rate_limit
 */
export async function countMail(input: {
  platform: Platform
  kind: string
  email: string
  from: string
  device: KnownDevice | undefined
  hasChallenge?: boolean
}): Promise<void> {
  const { platform, email, device, hasChallenge = false } = input
  const kind = `auth.mail.${input.kind}`
  const name = hasChallenge ? `${kind}.pkce` : kind
  const key = device ? `${device.id} ${email}` : email
  const hour = { windowSeconds: hourSeconds }
  try {
    // First and separately: a request that comes too early does not count against the hour.
    await countAttempt(platform, { name, key, limit: 1, windowSeconds: mailPauseSeconds })
    if (device) {
      await countAttempt(platform, { ...hour, name: `${name}.hour`, key, limit: mailsPerHourOfKnownDevice })
      return
    }
    const from = { ...hour, name: `${kind}.hour_from`, limit: mailsPerHourFromAddress }
    await countAttempts(platform, addressAttempts({ ...from, address: input.from, subject: email }))
    const limit = hasChallenge ? mailsPerHourWithChallenge : mailsPerHour
    await countAttempt(platform, { ...hour, name: `${name}.hour`, key, limit })
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    const { retryAfterSeconds } = error.data as { retryAfterSeconds: number }
    throw failAuth('over_email_send_rate_limit', {
      message: mailTooSoonMessage(retryAfterSeconds),
      retryAfterSeconds,
    })
  }
}
