import { expect, test } from 'vitest'

import { roles } from '#contract/roles.ts'

import { checksDocuments } from './compliance.policy.ts'

test('only staff check documents', () => {
  expect(roles.filter((role) => checksDocuments({ roles: [role] }))).toEqual(['moderator', 'admin'])
  expect(checksDocuments({ roles: [] })).toBe(false)
})
