import { expect, test } from 'vitest'
import { createAccount } from '#server/features/auth/usecases/create-account.ts'
import { systemClock } from '#server/platform/clock.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { demoPassword } from './accounts.ts'
import { createDemo } from './demo.ts'
import { refuseDemoLeftovers } from './leftovers.ts'

const person = { fullName: 'Ana Suárez', roles: ['patient'], password: demoPassword } as const

test.each([
  ['registers a demo address', demoPassword],
  ['requests a code to a demo address, or enters with another provider', null],
])('a visitor who %s does not prevent the next start', async (_, password) => {
  const platform = { ...(await testPlatform()), clock: systemClock }
  await createAccount(platform, { ...person, password, email: 'admin@demo.uy' })
  await expect(refuseDemoLeftovers(platform)).resolves.toBeUndefined()
})

test('a single remaining demo account prevents the start', async () => {
  const platform = await testPlatform()
  await createAccount(platform, { ...person, email: 'admin@demo.uy', createdAt: new Date('2020-01-01T12:00:00Z') })
  await expect(refuseDemoLeftovers(platform)).rejects.toThrow(/NODE_ENV=production.*DATA_DIR/)
})

test('a database that has a registered account gets no demonstration', async () => {
  const platform = await testPlatform()
  await createAccount(platform, { ...person, email: 'ana@ejemplo.uy' })
  expect(await createDemo(platform)).toBe(false)
  const users = await platform.db.selectFrom('users').select('email').execute()
  expect(users).toEqual([{ email: 'ana@ejemplo.uy' }])
})
