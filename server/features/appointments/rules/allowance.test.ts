import { describe, expect, it } from 'vitest'
import { type AttendeeBookings, reachedAllowance } from './allowance.ts'

const forPatient = (upcoming: number, withProfessional = 0): AttendeeBookings => ({
  attendeeId: 'own',
  upcoming,
  withProfessional,
})
const reached = (booked: AttendeeBookings[], isVerified = true, attendedIds: string[] = []) =>
  reachedAllowance({ attendeeId: 'own', isVerified, booked, attendedIds })

describe('the allowance of an attendee', () => {
  it('is twelve appointments with a verified address, four of them with one professional', () => {
    expect(reached([])).toBeUndefined()
    expect(reached([forPatient(11, 3)])).toBeUndefined()
    expect(reached([forPatient(12, 3)])).toBe('appointments.too_many_upcoming')
    expect(reached([forPatient(5, 4)])).toBe('appointments.too_many_with_professional')
  })

  it('is two appointments with an unverified address', () => {
    expect(reached([forPatient(1, 1)], false)).toBeUndefined()
    expect(reached([forPatient(2)], false)).toBe('appointments.too_many_unverified')
  })

  it('does not count the appointments of another attendee up to those of the account', () => {
    expect(reached([{ attendeeId: 'child', upcoming: 12, withProfessional: 4 }, forPatient(1)])).toBeUndefined()
    const children = ['a', 'b'].map((attendeeId) => ({ attendeeId, upcoming: 12, withProfessional: 0 }))
    expect(reached(children)).toBe('appointments.too_many_upcoming')
  })

  it('is used up by six appointments with one professional of attendees whom the centre has not attended', () => {
    const children = ['a', 'b', 'c'].map((attendeeId) => ({ attendeeId, upcoming: 2, withProfessional: 2 }))
    expect(reached(children.slice(1))).toBeUndefined()
    expect(reached(children)).toBe('appointments.too_many_with_professional')
    expect(reached(children, true, ['a'])).toBeUndefined()
    expect(reached(children, true, ['own'])).toBeUndefined()
    expect(reached([...children, forPatient(4, 4)], true, ['own'])).toBe('appointments.too_many_with_professional')
  })

  it('is used up by eight appointments of the whole account while its address is unverified', () => {
    const children = ['a', 'b', 'c'].map((attendeeId) => ({ attendeeId, upcoming: 2, withProfessional: 1 }))
    expect(reached([...children, forPatient(1)], false)).toBeUndefined()
    expect(reached([...children, { attendeeId: 'd', upcoming: 2, withProfessional: 0 }], false)).toBe(
      'appointments.too_many_unverified',
    )
  })
})
