import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { StartError } from '#server/platform/start-error.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { publicKeys } from '../sessions/signing-keys.ts'
import { replaceSecretKey, requireSecretKey } from './require-secret-key.ts'

const platform = await testPlatform()
const { db, settings } = platform
const withKey = (secretKey: string | undefined) => ({ db, settings: { ...settings, secretKey } })
const own = 'o'.repeat(32)
const foreign = 'f'.repeat(32)

beforeEach(async () => {
  await db.deleteFrom('database_secret').execute()
  await db.deleteFrom('signing_keys').execute()
})

test('the first process decides which secret key the database has, and another key is refused', async () => {
  expect(await requireSecretKey(withKey(own))).toEqual(Buffer.from(own))
  expect(await requireSecretKey(withKey(own))).toEqual(Buffer.from(own))
  await expect(requireSecretKey(withKey(foreign))).rejects.toThrow(StartError)
  await expect(requireSecretKey(withKey(foreign))).rejects.toThrow('npm run admin -- replace-secret-key')
})

test('of two processes that start simultaneously with different keys, one is refused', async () => {
  const outcomes = await Promise.allSettled([requireSecretKey(withKey(own)), requireSecretKey(withKey(foreign))])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a database from before its key was identified refuses a key that opens none of its signing keys', async () => {
  await publicKeys(platform)
  await expect(requireSecretKey(withKey(foreign))).rejects.toThrow(StartError)
  const right = Buffer.from(platform.secret).toString()
  expect(await requireSecretKey(withKey(right))).toEqual(platform.secret)
})

test('a lost key file is not replaced silently beside data', async () => {
  await requireSecretKey(withKey(own))
  await expect(requireSecretKey(withKey(undefined))).rejects.toThrow(/secret\.key is missing/)
  expect(existsSync(join(settings.dataDir, 'secret.key'))).toBe(false)
})

test('the operator replaces the key while no server runs, and the former key is then refused', async () => {
  await requireSecretKey(withKey(own))
  const replacing = { ...platform, secret: Buffer.from(foreign) }
  // The test's own connections are those of a server.
  expect(await replaceSecretKey(replacing)).toBe(false)
  await requireSecretKey(withKey(own))
  const pool = { query: async () => ({ rows: [{ servers: 0 }] }) } as unknown as typeof platform.pool
  expect(await replaceSecretKey({ ...replacing, pool })).toBe(true)
  expect(await requireSecretKey(withKey(foreign))).toEqual(Buffer.from(foreign))
  await expect(requireSecretKey(withKey(own))).rejects.toThrow(StartError)
})
