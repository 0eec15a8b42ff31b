import { errorCode } from '#web/platform/error-message.ts'

const reachedAllowance = [
  'appointments.too_many_unverified',
  'appointments.too_many_with_professional',
  'appointments.too_many_upcoming',
]

/** Whom to call for one more appointment than an account may have ahead; undefined after any other error. */
export function centerToCallOf(error: unknown): { centerName: string; phone: string | null } | undefined {
  if (!reachedAllowance.includes(errorCode(error) ?? '')) return undefined
  return (error as { data?: { centerName: string; phone: string | null } }).data
}
