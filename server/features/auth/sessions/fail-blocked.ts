import { blockedMessage } from '#contract/blocked-account.ts'

import type { Standing } from '../auth.types.ts'
import { type AuthError, failAuth } from '../endpoints/errors.ts'

/** For an account that `isBlocked` refuses: the sentence says why and until when. `status`: 400 where tokens are granted. */
export function failBlocked(input: { standing: Standing; status?: 400 }): AuthError {
  const { status, suspended_until: until, suspension_reason: reason } = input.standing
  const isClosed = status !== 'suspended'
  const message = blockedMessage({
    isClosed,
    until: isClosed ? undefined : until?.toISOString(),
    reason: reason?.trim() || undefined,
  })
  return failAuth('user_banned', { message, ...(input.status && { status: input.status }) })
}
