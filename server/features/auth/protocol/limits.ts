import { ORPCError } from '@orpc/server'
import { mailTooSoonMessage } from '#contract/auth-failures.ts'

import type { Platform } from '#server/platform/platform.ts'
import { type Attempt, countAttempt, countAttempts, forgetAttempts } from '#server/platform/rate-limit.ts'

import { failAuth } from './errors.ts'

/**
 * Every limit of the service. Wide enough for a household or a centre behind one address; refreshing has none, as a 429
 * there would sign an honest person out.
 */
const limits = {
  signInFromAddress: { limit: 100, windowSeconds: 60 },
  signInToAccountFromAddress: { limit: 10, windowSeconds: 60 },
  /** Well below the account's own, so that nobody uses that up from one place. */
  signInToAccountFromAddressLong: { limit: 20, windowSeconds: 600 },
  signInToAccount: { limit: 100, windowSeconds: 600 },
  signUpFromAddress: { limit: 60, windowSeconds: 600 },
  signUpOfAccount: { limit: 10, windowSeconds: 600 },
  mailFromAddress: { limit: 60, windowSeconds: 600 },
  verifyFromAddress: { limit: 100, windowSeconds: 60 },
  emailChange: { limit: 5, windowSeconds: 3600 },
  oauthFromAddress: { limit: 100, windowSeconds: 600 },
  identityChange: { limit: 20, windowSeconds: 600 },
  passwordChange: { limit: 20, windowSeconds: 600 },
  /** Whoever used these up still has the link in the mail. */
  typedCode: { limit: 5, windowSeconds: 86_400 },
  secondFactor: { limit: 100, windowSeconds: 600 },
} as const

/** One mail of a kind to an address in this time, whether the address has an account or not. */
const mailPauseSeconds = 60
/** Mails of a kind to an address in an hour. Anyone may ask, so one network address alone must not use them up. */
const mailsPerHour = 12
const mailsPerHourFromAddress = 5
const hourSeconds = 3600

type Request = { limit: keyof typeof limits; key: string }

/** @throws request.too_many, which the service answers as over_request_rate_limit */
export async function countRequest({ platform, ...request }: { platform: Platform } & Request): Promise<void> {
  await countAttempt(platform, attemptOf(request))
}

/** As countRequest, under several limits in one statement. @returns how often each was counted in its window. */
export async function countRequests(platform: Platform, requests: readonly Request[]): Promise<number[]> {
  return countAttempts(platform, requests.map(attemptOf))
}

/** What was counted turned out to be honest. */
export async function forgetRequests({ platform, ...request }: { platform: Platform } & Request): Promise<void> {
  await forgetAttempts(platform, attemptOf(request))
}

function attemptOf({ limit, key }: Request): Attempt {
  return { name: `auth.${limit}`, key, ...limits[limit] }
}

/** `from`: the network address of the person who asks. @throws over_email_send_rate_limit */
export async function countMail(input: {
  platform: Platform
  kind: string
  email: string
  from: string
}): Promise<void> {
  const name = `auth.mail.${input.kind}`
  const hour = { windowSeconds: hourSeconds }
  try {
    // First and alone: a request that comes too early is not counted against the hour.
    await countAttempt(input.platform, { name, key: input.email, limit: 1, windowSeconds: mailPauseSeconds })
    const from = {
      ...hour,
      name: `${name}.hour_from`,
      key: `${input.from} ${input.email}`,
      limit: mailsPerHourFromAddress,
    }
    await countAttempt(input.platform, from)
    await countAttempt(input.platform, { ...hour, name: `${name}.hour`, key: input.email, limit: mailsPerHour })
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    const { retryAfterSeconds } = error.data as { retryAfterSeconds: number }
    throw failAuth('over_email_send_rate_limit', {
      message: mailTooSoonMessage(retryAfterSeconds),
      retryAfterSeconds,
    })
  }
}
