import { expect, test } from 'vitest'
import { createAccount } from '#server/features/accounts/accounts.usecases.ts'
import { systemClock } from '#server/platform/clock.ts'
import { StartError } from '#server/platform/start-error.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { demoAccounts, demoPassword } from './accounts.ts'
import { makeDemo } from './demo.ts'
import { refuseDemoLeftovers } from './leftovers.ts'

const person = { fullName: 'Ana Suárez', roles: ['patient'], password: null } as const

test('after a start with the demonstration, a real one on the same data is refused', { timeout: 180_000 }, async () => {
  const platform = await testPlatform({ start: new Date() })
  expect(await makeDemo(platform)).toBe(true)
  await expect(refuseDemoLeftovers(platform)).rejects.toThrow(StartError)
  await expect(refuseDemoLeftovers(platform)).rejects.toThrow(/DATA_DIR/)
  // Renaming the known ones is not enough: the people and centres are invented.
  await platform.pool.query(`update users set email = 'x' || email || '.example' where email = any($1)`, [
    demoAccounts.map(({ email }) => email),
  ])
  await expect(refuseDemoLeftovers(platform)).rejects.toThrow(StartError)
})

test('whoever registers a demo address does not stop the next start', async () => {
  const platform = await testPlatform()
  await expect(refuseDemoLeftovers(platform)).resolves.toBeUndefined()
  await createAccount({ ...platform, clock: systemClock }, { ...person, email: 'admin@demo.uy', password: demoPassword })
  await expect(refuseDemoLeftovers(platform)).resolves.toBeUndefined()
})

test('a database with other people in it gets no demonstration', async () => {
  const platform = await testPlatform()
  await createAccount(platform, { ...person, email: 'ana@ejemplo.uy' })
  expect(await makeDemo(platform)).toBe(false)
  const users = await platform.db.selectFrom('users').select('email').execute()
  expect(users).toEqual([{ email: 'ana@ejemplo.uy' }])
})
