import { bookingAllowance } from '#contract/appointments.ts'

export type AttendeeBookings = { attendeeId: string; upcoming: number; withProfessional: number }

/** `isVerified`: whether the account that books has verified its e-mail address. */
type Request = { attendeeId: string; isVerified: boolean; booked: readonly AttendeeBookings[] }

/** The allowance that the attendee has used up; undefined when they may book one more appointment. */
export function reachedAllowance({ attendeeId, isVerified, booked }: Request) {
  const ofAttendee = booked.find((each) => each.attendeeId === attendeeId)
  const upcoming = ofAttendee?.upcoming ?? 0
  if (!isVerified) {
    const inAccount = booked.reduce((sum, each) => sum + each.upcoming, 0)
    const isFull = upcoming >= bookingAllowance.unverified || inAccount >= bookingAllowance.unverifiedAccount
    if (isFull) return 'appointments.too_many_unverified'
  }
  if (upcoming >= bookingAllowance.upcoming) return 'appointments.too_many_upcoming'
  const withProfessional = ofAttendee?.withProfessional ?? 0
  return withProfessional >= bookingAllowance.withOneProfessional
    ? 'appointments.too_many_with_professional'
    : undefined
}
