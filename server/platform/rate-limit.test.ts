import { expect, test } from 'vitest'
import { testPlatform } from '#server/testing/platform.ts'
import { hashSecret } from './ids.ts'
import { connectDatabase } from './postgres/database.ts'
import { countAttempt, countAttempts, deleteAttempts, purgeRateLimitsJob, settleAttempts } from './rate-limit.ts'

const platform = await testPlatform()
const limit = { name: 'login', limit: 5, windowSeconds: 60 }

test('attempts within the limit pass, the next one is refused with the seconds to wait', async () => {
  for (let i = 0; i < 5; i++) await countAttempt(platform, { ...limit, key: 'one' })
  await expect(countAttempt(platform, { ...limit, key: 'one' })).rejects.toMatchObject({
    code: 'request.too_many',
    status: 429,
    data: { retryAfterSeconds: 60 },
  })
})

test('another key and another name count on their own', async () => {
  await expect(countAttempt(platform, { ...limit, key: 'other' })).resolves.toBeUndefined()
  await expect(countAttempt(platform, { ...limit, name: 'recover', key: 'one' })).resolves.toBeUndefined()
})

test('of 40 simultaneous attempts at two processes, exactly as many as the limit pass', async () => {
  const second = await connectDatabase({ url: platform.databaseUrl, log: platform.log })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) =>
      countAttempt({ ...platform, pool: i % 2 === 0 ? platform.pool : second.pool }, { ...limit, key: 'shared' }),
    ),
  )
  await second.close()
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(5)
})

test('an attempt counts towards all its limits, but a refused attempt does not use up the others', async () => {
  const narrow = { name: 'narrow', key: 'one', limit: 2, windowSeconds: 60 }
  const wide = { name: 'wide', key: 'all', limit: 5, windowSeconds: 600 }
  expect(await countAttempts(platform, [wide, narrow])).toEqual([1, 1])
  expect(await countAttempts(platform, [narrow, wide])).toEqual([2, 2])
  for (let i = 0; i < 20; i++) {
    await expect(countAttempts(platform, [narrow, wide])).rejects.toMatchObject({ data: { retryAfterSeconds: 60 } })
  }
  expect(await countAttempts(platform, [wide, { ...narrow, key: 'other' }])).toEqual([4, 1])
})

test('after its attempts are deleted a key is free again, even if it was refused', async () => {
  const single = { name: 'single', key: 'one', limit: 1, windowSeconds: 60 }
  await countAttempt(platform, single)
  await expect(countAttempt(platform, single)).rejects.toMatchObject({ code: 'request.too_many' })
  await deleteAttempts(platform, single)
  expect(await countAttempts(platform, [single])).toEqual([1])
})

test('a count that is taken back after its window was deleted leaves no credit', async () => {
  const counted = [
    { name: 'taken', key: 'one', limit: 2, windowSeconds: 60 },
    { name: 'taken', key: 'two', limit: 2, windowSeconds: 60 },
  ]
  const succeeded = { name: 'succeeded', key: 'one', limit: 9, windowSeconds: 60 }
  await countAttempts(platform, counted)
  await platform.db.deleteFrom('rate_limits').where('key', 'like', 'taken:%').execute()
  await settleAttempts(platform, { counted, succeeded })
  expect(await countAttempts(platform, [...counted, succeeded])).toEqual([1, 1, 2])
  await settleAttempts(platform, { counted, succeeded })
  expect(await countAttempts(platform, [...counted, succeeded])).toEqual([1, 1, 4])
})

test('the database refuses a count below zero', async () => {
  const row = { key: 'taken:credit', points: -1, expire: Date.now() + 1000 }
  await expect(platform.db.insertInto('rate_limits').values(row).execute()).rejects.toThrow(/rate_limits_points_check/)
})

test('when the window is over, the key is free again', async () => {
  const short = { name: 'short', key: 'one', limit: 1, windowSeconds: 1 }
  await countAttempt(platform, short)
  await expect(countAttempt(platform, short)).rejects.toMatchObject({ code: 'request.too_many' })
  await expect
    .poll(
      () =>
        countAttempt(platform, short).then(
          () => 'free',
          () => 'refused',
        ),
      { timeout: 3000, interval: 100 },
    )
    .toBe('free')
})

test('a refused key causes no further query, and no key is stored in plain text', async () => {
  const rows = await platform.db.selectFrom('rate_limits').selectAll().where('key', 'like', 'login:%').execute()
  expect(rows).not.toEqual([])
  expect(rows.every((row) => /^login:[0-9a-f]{64}$/.test(row.key))).toBe(true)
  expect(rows.map((row) => row.key)).not.toContain(`login:${hashSecret('one')}`)
  await expect(countAttempt({ ...platform }, { ...limit, key: 'one' })).rejects.toMatchObject({
    code: 'request.too_many',
  })
  expect(await platform.db.selectFrom('rate_limits').selectAll().where('key', 'like', 'login:%').execute()).toEqual(
    rows,
  )
})

test('keys with NUL bytes, emoji and ten thousand letters are counted like any other', async () => {
  for (const key of ['a\0b', '👩‍⚕️', 'x'.repeat(10_000)]) await countAttempt(platform, { ...limit, key })
})

test('the purge job deletes windows that ended and keeps the others', async () => {
  await platform.db
    .insertInto('rate_limits')
    .values({ key: 'login:over', points: 3, expire: Date.now() - 1 })
    .execute()
  await purgeRateLimitsJob.run({ platform, payload: {} })
  const keys = await platform.db.selectFrom('rate_limits').select('key').execute()
  expect(keys.map((row) => row.key)).not.toContain('login:over')
  expect(keys.length).toBeGreaterThan(0)
})
