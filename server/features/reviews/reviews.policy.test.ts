import { describe, expect, test } from 'vitest'
import type { Member } from '#server/features/centers/centers.policy.ts'
import { mayRespond, mayReview, respondsToReviews, reviewAbilities } from './reviews.policy.ts'

const member = (role: Member['role'], professionalId: string | null = null) => ({ role, professionalId })
const review = { professionalId: 'ana', reply: null }

test('only the patient of the consultation reviews it', () => {
  expect(mayReview({ userId: 'rosa' }, { patientId: 'rosa' })).toBe(true)
  expect(mayReview({ userId: 'rosa' }, { patientId: 'pablo' })).toBe(false)
  expect(mayReview({ userId: 'rosa' }, { patientId: null })).toBe(false)
})

describe('responding to a review', () => {
  test('is open to the owner, and to the professional whom it is about', () => {
    expect(mayRespond(member('owner'), review)).toBe(true)
    expect(mayRespond(member('professional', 'ana'), review)).toBe(true)
    expect(mayRespond(member('professional', 'bruno'), review)).toBe(false)
  })

  test('is closed to the reception', () => {
    expect(mayRespond(member('reception'), review)).toBe(false)
    expect(respondsToReviews(member('reception'))).toBe(false)
  })

  test('offers a reply until there is one, and a report at any time', () => {
    expect(reviewAbilities({ member: member('owner'), review })).toEqual({ reply: true, report: true })
    const withReply = { ...review, reply: 'Gracias' }
    expect(reviewAbilities({ member: member('owner'), review: withReply })).toEqual({ reply: false, report: true })
    expect(reviewAbilities({ member: member('reception'), review })).toEqual({ reply: false, report: false })
  })
})
