import { createRouterClient } from '@orpc/server'
import { describe, expect, test } from 'vitest'

import { newId } from '#server/platform/ids.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'

import { accountsRoutes } from './accounts.routes.ts'
import type { Actor } from './accounts.types.ts'
import { createAccount } from './accounts.usecases.ts'

const platform = await testPlatform()

/** The routes as this person calls them. */
function as(userId: string, o: { platform: TestPlatform } = { platform }) {
  const actor: Actor = { userId, sessionId: newId(), email: '', roles: [], userType: 'patient', aal: 'aal1' }
  return createRouterClient(accountsRoutes, {
    context: {
      platform: o.platform,
      requestId: 'test',
      bearer: 'a token',
      authenticate: () => Promise.resolve(actor),
      visitor: { address: '192.0.2.1', key: () => undefined, ensureKey: () => '' },
    },
  })
}

async function person(o: Partial<Parameters<typeof createAccount>[1]> = {}) {
  const userId = await createAccount(platform, {
    email: `${newId()}@example.uy`,
    fullName: 'Ana Pérez',
    roles: ['patient'],
    password: null,
    ...o,
  })
  if (userId === undefined) throw new Error('the address is taken')
  return userId
}

describe('the own account', () => {
  test('of a patient', async () => {
    const userId = await person({ email: 'Ana@Example.uy', phone: '099 111 222' })
    expect(await as(userId).me()).toEqual({
      userId,
      email: 'ana@example.uy',
      emailConfirmed: true,
      userType: 'patient',
      roles: ['patient'],
      fullName: 'Ana Pérez',
      phone: '099 111 222',
      address: null,
      emergencyContact: null,
      avatarUrl: null,
      homePath: '/dashboard',
      createdAt: '2026-11-20T12:00:00.000Z',
    })
  })

  test('of a centre, and of somebody with several roles', async () => {
    expect(await as(await person({ roles: ['center'] })).me()).toMatchObject({
      userType: 'center',
      homePath: '/center/dashboard',
    })
    const staff = await as(await person({ roles: ['admin', 'patient', 'moderator'] })).me()
    expect(staff).toMatchObject({
      userType: 'patient',
      roles: ['patient', 'moderator', 'admin'],
      homePath: '/dashboard',
    })
  })

  test('that is gone', async () => {
    await expect(as(newId()).me()).rejects.toMatchObject({ code: 'accounts.not_found', status: 404 })
  })
})

describe('editing the profile', () => {
  test('keeps what was typed, trimmed, and empty as nothing', async () => {
    const userId = await person({ address: 'Bulevar Artigas 1' })
    const edited = await as(userId).updateProfile({
      fullName: '  Ana  María 🌿 ',
      phone: null,
      address: '',
      emergencyContact: ' Luis ',
    })
    expect(edited).toMatchObject({ fullName: 'Ana  María 🌿', phone: null, address: null, emergencyContact: 'Luis' })
    expect(await as(userId).me()).toEqual(edited)
  })

  test.for([{ fullName: '' }, { fullName: 'x'.repeat(10_000) }, { phone: 'a\0b' }, { address: 'x'.repeat(301) }])(
    '%j is refused and changes nothing',
    async (change) => {
      const userId = await person()
      const before = await as(userId).me()
      const edit = { fullName: 'Otra', phone: null, address: null, emergencyContact: null, ...change }
      await expect(as(userId).updateProfile(edit)).rejects.toMatchObject({
        status: expect.toSatisfy((status) => status < 500),
      })
      expect(await as(userId).me()).toEqual(before)
    },
  )
})

test('only the own dependants are listed', async () => {
  const [guardian, stranger] = [await person(), await person()]
  const child = { full_name: 'Juan', birth_date: '2019-03-31', relation: 'hijo' }
  const id = newId()
  await platform.db
    .insertInto('dependants')
    .values({ id, guardian_id: guardian, ...child })
    .execute()
  expect(await as(guardian).dependants()).toEqual({
    items: [{ id, fullName: 'Juan', birthDate: '2019-03-31', relation: 'hijo' }],
  })
  expect(await as(stranger).dependants()).toEqual({ items: [] })
})

test('an address that is taken makes no second account', async () => {
  const email = `${newId()}@example.uy`
  await person({ email })
  await expect(person({ email: email.toUpperCase() })).rejects.toThrow('taken')
})
