import { describe, expect, test } from 'vitest'
import type { Member } from '#server/features/centers/centers.policy.ts'
import { mayRespond, mayReview, respondsToReviews, reviewAbilities } from './reviews.policy.ts'

const member = (role: Member['role'], professionalId: string | null = null) => ({ role, professionalId })
const review = { professionalId: 'ana', reply: null }

test('only the patient who booked an appointment may review it', () => {
  expect(mayReview({ userId: 'rosa' }, { patientId: 'rosa' })).toBe(true)
  expect(mayReview({ userId: 'rosa' }, { patientId: 'pablo' })).toBe(false)
  expect(mayReview({ userId: 'rosa' }, { patientId: null })).toBe(false)
})

describe('responding to a review', () => {
  test('is possible for the owner and for the professional whom the review is about', () => {
    expect(mayRespond(member('owner'), review)).toBe(true)
    expect(mayRespond(member('professional', 'ana'), review)).toBe(true)
    expect(mayRespond(member('professional', 'bruno'), review)).toBe(false)
  })

  test('is not possible for the receptionist', () => {
    expect(mayRespond(member('reception'), review)).toBe(false)
    expect(respondsToReviews(member('reception'))).toBe(false)
  })

  test('offers a reply while the review has none, and a report at any time', () => {
    expect(reviewAbilities({ member: member('owner'), review, isOpen: true })).toEqual({ reply: true, report: true })
    const withReply = { ...review, reply: 'Gracias' }
    expect(reviewAbilities({ member: member('owner'), review: withReply, isOpen: true })).toEqual({
      reply: false,
      report: true,
    })
    expect(reviewAbilities({ member: member('reception'), review, isOpen: true })).toEqual({
      reply: false,
      report: false,
    })
  })
})
