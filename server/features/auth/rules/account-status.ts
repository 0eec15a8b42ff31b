import type { AccountStatus } from '../auth.types.ts'

/** Whether the account may not be used now. A suspension that has reached its end no longer counts. */
export function isBlocked({ account, now }: { account: AccountStatus; now: Date }): boolean {
  const { status, suspended_until: until } = account
  return status === 'banned' || status === 'deleted' || (status === 'suspended' && (until === null || until > now))
}
