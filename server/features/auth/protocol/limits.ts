import { ORPCError } from '@orpc/server'
import { mailTooSoonMessage } from '#contract/auth-failures.ts'

import type { Platform } from '#server/platform/platform.ts'
import { type Attempt, countAttempt, countAttempts, deleteAttempts } from '#server/platform/rate-limit.ts'

import { failAuth } from './errors.ts'

/**
 * All limits of the service. They allow for a household or a centre behind one network address. Refreshing has none, as a
 * 429 there would sign an honest user out.
 */
const limits = {
  signInFromAddress: { limit: 100, windowSeconds: 60 },
  signInToAccountFromAddress: { limit: 10, windowSeconds: 60 },
  /** Well below the account's own limit, so that one network address can't use that up. */
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
  /** A user who has used these up can still follow the mail's link. */
  typedCode: { limit: 5, windowSeconds: 86_400 },
  secondFactor: { limit: 100, windowSeconds: 600 },
} as const

/** An address gets one mail of a kind in this time, whether it has an account or not. */
const mailPauseSeconds = 60
/** Mails of a kind to an address in an hour. Any visitor may request them, so one network address must not use them up. */
const mailsPerHour = 12
const mailsPerHourFromAddress = 5
const hourSeconds = 3600

type Request = { limit: keyof typeof limits; key: string }

/** @throws request.too_many, which the service returns as over_request_rate_limit */
export async function countRequest({ platform, ...request }: { platform: Platform } & Request): Promise<void> {
  await countAttempt(platform, attemptOf(request))
}

/** Like countRequest, for several limits in one statement. @returns each limit's count in its window. */
export async function countRequests(platform: Platform, requests: readonly Request[]): Promise<number[]> {
  return countAttempts(platform, requests.map(attemptOf))
}

/** Deletes the counts of requests that turned out to be legitimate. */
export async function resetRequests({ platform, ...request }: { platform: Platform } & Request): Promise<void> {
  await deleteAttempts(platform, attemptOf(request))
}

function attemptOf({ limit, key }: Request): Attempt {
  return { name: `auth.${limit}`, key, ...limits[limit] }
}

/** `from`: the caller's network address. @throws over_email_send_rate_limit */
export async function countMail(input: {
  platform: Platform
  kind: string
  email: string
  from: string
}): Promise<void> {
  const name = `auth.mail.${input.kind}`
  const hour = { windowSeconds: hourSeconds }
  try {
    // First and separately: a request that comes too early does not count against the hour.
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
