import { expect, test } from 'vitest'

import { accountAbilities } from './accounts.policy.ts'

const can = (input: Partial<Parameters<typeof accountAbilities>[0]>) =>
  accountAbilities({ userId: 'user', roles: ['patient'], centerIds: [], ...input })

test('only moderators and administrators may administer', () => {
  expect(can({ roles: ['patient'] }).administer).toBe(false)
  expect(can({ roles: ['center'] }).administer).toBe(false)
  expect(can({ roles: ['patient', 'moderator'] }).administer).toBe(true)
  expect(can({ roles: ['patient', 'admin'] }).administer).toBe(true)
})

test('only the owner of a centre may request help with its first steps', () => {
  expect(can({ roles: ['center'], centerIds: ['user'] }).requestHelp).toBe(true)
  expect(can({ roles: ['center'], centerIds: [] }).requestHelp).toBe(false)
  expect(can({ roles: ['patient'], centerIds: ['other'] }).requestHelp).toBe(false)
})
