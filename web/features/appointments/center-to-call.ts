import { errorCode } from '#web/platform/error-message.ts'

const reachedAllowance = [
  'appointments.too_many_unverified',
  'appointments.too_many_with_professional',
  'appointments.too_many_upcoming',
]

/** The centre to call when the account has reached its limit of upcoming appointments; undefined for any other error. */
export function centerToCallOf(error: unknown): { centerName: string; phone: string | null } | undefined {
  if (!reachedAllowance.includes(errorCode(error) ?? '')) return undefined
  return (error as { data?: { centerName: string; phone: string | null } }).data
}
