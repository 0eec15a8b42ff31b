import { expect, test } from 'vitest'

import { accountAbilities, userAbilities } from './accounts.policy.ts'

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

test.each([
  {
    actor: 'moderator',
    user: 'patient',
    expected: { suspend: true, ban: true, activate: false, warn: true, correctPoints: true, setRole: ['center'] },
  },
  {
    actor: 'moderator',
    user: 'center',
    expected: { suspend: true, ban: true, activate: false, warn: true, correctPoints: true, setRole: ['patient'] },
  },
  {
    actor: 'moderator',
    user: 'moderator',
    expected: { suspend: false, ban: false, activate: false, warn: false, correctPoints: false, setRole: [] },
  },
  {
    actor: 'moderator',
    user: 'admin',
    expected: { suspend: false, ban: false, activate: false, warn: false, correctPoints: false, setRole: [] },
  },
  {
    actor: 'admin',
    user: 'admin',
    expected: {
      suspend: true,
      ban: true,
      activate: false,
      warn: true,
      correctPoints: true,
      setRole: ['patient', 'center', 'moderator'],
    },
  },
] as const)(
  'a member of staff with the role $actor has the abilities of that role over an account with the role $user, and none over their own account',
  (row) => {
    const actor = { userId: 'actor', roles: [row.actor] }
    const user = {
      userId: 'user',
      roles: [row.user],
      status: 'active',
      isCenterBusy: false,
      isColleague: false,
    } as const
    expect(userAbilities({ actor, user })).toEqual(row.expected)
    const own = { suspend: false, ban: false, activate: false, warn: false, correctPoints: false, setRole: [] }
    expect(userAbilities({ actor, user: { ...user, userId: 'actor' } })).toEqual(own)
  },
)

test('a centre with upcoming appointments gets no other role', () => {
  const actor = { userId: 'actor', roles: ['admin'] as const }
  const center = {
    userId: 'user',
    roles: ['center'],
    status: 'active',
    isCenterBusy: true,
    isColleague: false,
  } as const
  expect(userAbilities({ actor, user: center }).setRole).toEqual([])
  expect(userAbilities({ actor, user: { ...center, roles: ['center', 'moderator'] } }).setRole).toEqual(['center'])
})
