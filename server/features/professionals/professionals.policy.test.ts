import { describe, expect, test } from 'vitest'
import type { Member } from '#server/features/centers/centers.policy.ts'
import { maySetHours } from './professionals.policy.ts'

const ana = { professionalId: 'ana' }
const member = (role: Member['role'], professionalId: string | null = null) => ({ role, professionalId })

describe('weekly hours', () => {
  test('are set by the owner for every professional', () => {
    expect(maySetHours(member('owner'), ana)).toBe(true)
    expect(maySetHours(member('owner', 'bruno'), ana)).toBe(true)
  })

  test('are set by a professional for themselves only', () => {
    expect(maySetHours(member('professional', 'ana'), ana)).toBe(true)
    expect(maySetHours(member('professional', 'bruno'), ana)).toBe(false)
  })

  test('are never set by the reception', () => {
    expect(maySetHours(member('reception'), ana)).toBe(false)
  })
})
