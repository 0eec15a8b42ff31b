import { describe, expect, it } from 'vitest'
import { type Booked, reachedAllowance } from './allowance.ts'

const own = (upcoming: number, withProfessional = 0): Booked => ({ attendeeId: 'own', upcoming, withProfessional })
const reached = (booked: Booked[], isVerified = true) => reachedAllowance({ attendeeId: 'own', isVerified, booked })

describe('the allowance of an attendee', () => {
  it('is twelve appointments with a verified address, four of them with one professional', () => {
    expect(reached([])).toBeUndefined()
    expect(reached([own(11, 3)])).toBeUndefined()
    expect(reached([own(12, 3)])).toBe('appointments.too_many_upcoming')
    expect(reached([own(5, 4)])).toBe('appointments.too_many_with_professional')
  })

  it('is two appointments with an unverified address', () => {
    expect(reached([own(1, 1)], false)).toBeUndefined()
    expect(reached([own(2)], false)).toBe('appointments.too_many_unverified')
  })

  it('does not count the appointments of another attendee', () => {
    expect(reached([{ attendeeId: 'child', upcoming: 12, withProfessional: 4 }, own(1)])).toBeUndefined()
  })

  it('is used up by eight appointments of the whole account while its address is unverified', () => {
    const children = ['a', 'b', 'c'].map((attendeeId) => ({ attendeeId, upcoming: 2, withProfessional: 2 }))
    expect(reached([...children, own(1)], false)).toBeUndefined()
    expect(reached([...children, { attendeeId: 'd', upcoming: 2, withProfessional: 0 }], false)).toBe(
      'appointments.too_many_unverified',
    )
  })
})
