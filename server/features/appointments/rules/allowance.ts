import { bookingAllowance } from '#contract/appointments.ts'

export type AttendeeBookings = { attendeeId: string; upcoming: number; withProfessional: number }

/** `isVerified`: whether the account that books has verified its e-mail address. `attendedIds`: whom the centre has attended before. */
type Request = {
  attendeeId: string
  isVerified: boolean
  booked: readonly AttendeeBookings[]
  attendedIds: readonly string[]
}

/** The allowance that the attendee has used up; undefined when they may book one more appointment. */
export function reachedAllowance({ attendeeId, isVerified, booked, attendedIds }: Request) {
  const ofAttendee = booked.find((each) => each.attendeeId === attendeeId)
  const upcoming = ofAttendee?.upcoming ?? 0
  const inAccount = booked.reduce((sum, each) => sum + each.upcoming, 0)
  if (!isVerified) {
    const isFull = upcoming >= bookingAllowance.unverified || inAccount >= bookingAllowance.unverifiedAccount
    if (isFull) return 'appointments.too_many_unverified'
  }
  if (upcoming >= bookingAllowance.upcoming || inAccount >= bookingAllowance.account) {
    return 'appointments.too_many_upcoming'
  }
  const withProfessional = ofAttendee?.withProfessional ?? 0
  const isUnattendedFull =
    !attendedIds.includes(attendeeId) && countUnattended({ booked, attendedIds }) >= bookingAllowance.unattended
  return withProfessional >= bookingAllowance.withOneProfessional || isUnattendedFull
    ? 'appointments.too_many_with_professional'
    : undefined
}

/** An account may invent dependants; until the centre has attended one, they share an allowance. */
function countUnattended({ booked, attendedIds }: Pick<Request, 'booked' | 'attendedIds'>): number {
  return booked
    .filter((each) => !attendedIds.includes(each.attendeeId))
    .reduce((sum, each) => sum + each.withProfessional, 0)
}
