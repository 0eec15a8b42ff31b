import { shutOutMessage } from '#contract/shut-out.ts'

import type { Standing } from '../accounts.types.ts'
import { failService, type ServiceError } from './service-errors.ts'

/** For an account that `isShutOut` refuses: the sentence says why and until when. `status`: 400 where tokens are granted. */
export function failShutOut(o: { standing: Standing; status?: 400 }): ServiceError {
  const { status, suspended_until: until, suspension_reason: reason } = o.standing
  const isClosed = status !== 'suspended'
  const message = shutOutMessage({
    isClosed,
    until: isClosed ? undefined : until?.toISOString(),
    reason: reason?.trim() || undefined,
  })
  return failService('user_banned', { message, ...(o.status && { status: o.status }) })
}
