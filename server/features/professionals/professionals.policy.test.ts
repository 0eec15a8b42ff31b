import { describe, expect, test } from 'vitest'
import type { Member } from '#server/features/centers/centers.policy.ts'
import { maySetHours } from './professionals.policy.ts'

const ana = { professionalId: 'ana' }
const member = (role: Member['role'], professionalId: string | null = null) => ({ role, professionalId })

describe('weekly hours', () => {
  test('may be set by the owner for every professional', () => {
    expect(maySetHours(member('owner'), ana)).toBe(true)
    expect(maySetHours(member('owner', 'bruno'), ana)).toBe(true)
  })

  test('may be set by professionals only for themselves', () => {
    expect(maySetHours(member('professional', 'ana'), ana)).toBe(true)
    expect(maySetHours(member('professional', 'bruno'), ana)).toBe(false)
  })

  test('may not be set by a receptionist', () => {
    expect(maySetHours(member('reception'), ana)).toBe(false)
  })
})
