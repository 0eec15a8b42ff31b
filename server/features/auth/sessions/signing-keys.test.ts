import { decodeProtectedHeader, type JWK } from 'jose'
import { describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#server/platform/local-time.ts'

import type { Platform } from '#server/platform/platform.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { type Service, startService } from '#server/testing/auth-service.ts'
import { signedInPerson } from '#server/testing/authenticator.ts'
import { rotateSigningKeysJob } from '../auth.jobs.ts'
import { replaceSigningKeys, rotateSigningKeys } from '../usecases/rotate-signing-keys.ts'
import { authenticate } from './authenticate.ts'
import { isTrusted, newestSigning } from './signing-keys.ts'

async function publishedKids(service: Service): Promise<(string | undefined)[]> {
  const { keys } = (await (await service.send('GET', '/.well-known/jwks.json')).json()) as { keys: JWK[] }
  for (const key of keys) expect(key).not.toHaveProperty('d')
  return keys.map((key) => key.kid)
}
const kidOf = (token: string) => decodeProtectedHeader(token).kid
const signIn = async (service: Service) => (await signedInPerson(service)).session.access_token
const runJob = ({ platform }: Service) => rotateSigningKeysJob.run({ platform, payload: {} })
/** A process without cached keys. */
async function inAnotherProcess<T>(platform: Platform & { databaseUrl: string }, run: (other: Platform) => Promise<T>) {
  const { db, pool, close } = await connectDatabase({ url: platform.databaseUrl, log: platform.log, max: 3 })
  try {
    return await run({ ...platform, db, pool })
  } finally {
    await close()
  }
}

describe('a signing key', () => {
  test('is replaced after a month by one that is published immediately and signs a quarter of an hour later', async () => {
    const service = await startService()
    const { clock } = service.platform
    const first = kidOf(await signIn(service))
    clock.advance(30 * dayMs - minuteMs)
    await runJob(service)
    expect(await publishedKids(service)).toEqual([first])

    clock.advance(minuteMs)
    await runJob(service)
    const [second, ...others] = await publishedKids(service)
    expect(others).toEqual([first])
    expect(second).not.toBe(first)
    expect(kidOf(await signIn(service))).toBe(first)
    clock.advance(15 * minuteMs - 1)
    expect(kidOf(await signIn(service))).toBe(first)
    clock.advance(1)
    expect(kidOf(await signIn(service))).toBe(second)
    await runJob(service)
    expect(await publishedKids(service)).toEqual([second, first])
  })

  test('that was replaced verifies until its last token has expired, and is then deleted', async () => {
    const service = await startService()
    const { platform } = service
    const before = await signIn(service)
    await rotateSigningKeys(platform, { early: true })
    platform.clock.advance(15 * minuteMs - 1000)
    const last = await signIn(service)
    expect(kidOf(last)).toBe(kidOf(before))
    platform.clock.advance(59 * minuteMs)
    expect(await authenticate(platform, last)).toBeDefined()
    expect((await service.client().getUser(last)).error).toBeNull()
    platform.clock.advance(6 * minuteMs + 1000)
    const [current, ...others] = await publishedKids(service)
    expect([others, current]).toEqual([[], expect.not.stringMatching(kidOf(last) ?? '')])
    await runJob(service)
    expect(await platform.db.selectFrom('signing_keys').select('kid').execute()).toEqual([{ kid: current }])
    expect((await service.client().getUser(last)).error?.code).toBe('bad_jwt')
  })

  test('that does not sign yet prevents another rotation', async () => {
    const { platform } = await startService()
    const first = await rotateSigningKeys(platform, { early: true })
    expect(first?.signsFrom).toEqual(platform.clock.now())
    platform.clock.advance(minuteMs)
    const second = await rotateSigningKeys(platform, { early: true })
    expect(second?.isNew).toBe(true)
    platform.clock.advance(minuteMs)
    expect(await rotateSigningKeys(platform, { early: true })).toEqual({ signsFrom: second?.signsFrom, isNew: false })
  })

  test('is created once for many simultaneous processes', async () => {
    const service = await startService()
    await signIn(service)
    const { platform } = service
    platform.clock.advance(31 * dayMs)
    const rotate = (other: Platform) => rotateSigningKeys(other, { early: false })
    const rotations = await Promise.all(Array.from({ length: 4 }, () => inAnotherProcess(platform, rotate)))
    expect(rotations.filter((rotation) => rotation?.isNew)).toHaveLength(1)
    expect(await publishedKids(service)).toHaveLength(2)
  })

  test('of another SECRET_KEY is not changed', async () => {
    const service = await startService()
    await signIn(service)
    const changed = { ...service.platform, secret: Buffer.alloc(32, 9) }
    await inAnotherProcess(service.platform, (other) =>
      rotateSigningKeys({ ...other, secret: changed.secret }, { early: true }),
    )
    expect(await publishedKids(service)).toHaveLength(1)
    const rows = await service.platform.db.selectFrom('signing_keys').select('retired_at').execute()
    expect(rows.map((row) => row.retired_at)).toEqual([null, null])
  })
})

test('the client verifies tokens from before and after a rotation with the published keys', async () => {
  const service = await startService()
  const { platform } = service
  const { client, session } = await signedInPerson(service)
  expect((await client.getClaims()).error).toBeNull()
  await rotateSigningKeys(platform, { early: true })
  platform.clock.advance(15 * minuteMs)
  expect((await client.getClaims(session.access_token)).error).toBeNull()
  // Its cache has the keys from before the rotation, and it fetches the new one.
  const { data } = await client.refreshSession()
  expect(kidOf(data.session?.access_token ?? '')).not.toBe(kidOf(session.access_token))
  expect((await client.getClaims()).data?.claims.sub).toBe(session.user.id)
  expect((await service.client().getClaims(session.access_token)).error).toBeNull()
})

test('in an emergency no process trusts a former key a second later, and a refresh returns a valid token', async () => {
  const service = await startService()
  const { platform } = service
  const { client, session } = await signedInPerson(service)
  const authenticateUser = () => authenticate(platform, session.access_token)
  expect(await authenticateUser()).toBeDefined()
  await inAnotherProcess(platform, async (other) => {
    expect(await authenticate(other, session.access_token)).toBeDefined()
    await replaceSigningKeys(other)
  })
  const replacedAt = performance.now()
  let requestedAt = replacedAt
  while ((await authenticateUser()) !== undefined) {
    expect(requestedAt - replacedAt).toBeLessThan(1000)
    await new Promise((resolve) => setTimeout(resolve, 10))
    requestedAt = performance.now()
  }
  expect(await publishedKids(service)).not.toContain(kidOf(session.access_token))
  // The new key signs immediately.
  const { data, error } = await client.refreshSession()
  expect(error).toBeNull()
  expect(await authenticate(platform, data.session?.access_token ?? '')).toBeDefined()
})

test('a process that has just read the keys finds one that was created after that', async () => {
  const service = await startService()
  const { platform } = service
  const { client, session } = await signedInPerson(service)
  await inAnotherProcess(platform, async (other) => {
    expect(await authenticate(other, session.access_token)).toBeDefined()
    await replaceSigningKeys(platform)
    const { data } = await client.refreshSession()
    await new Promise((resolve) => setTimeout(resolve, 25))
    expect(await authenticate(other, data.session?.access_token ?? '')).toBeDefined()
  })
})

test('of several keys the newest that has started and not retired signs', () => {
  const at = (minutes: number) => new Date(minutes * minuteMs)
  const key = (kid: string, from: number, until: number | null) => ({
    kid,
    signsFrom: at(from),
    retiredAt: until === null ? null : at(until),
  })
  const keys = [key('next', 20, null), key('now', 10, 20), key('old', 0, 10)]
  const kidAt = (minutes: number) => newestSigning({ keys, now: at(minutes) })?.kid
  expect([0, 9, 10, 19, 20, 500].map(kidAt)).toEqual(['old', 'old', 'now', 'now', 'next', 'next'])
  expect(newestSigning({ keys, now: at(-1) })).toBeUndefined()
  const old = { key: key('old', 0, 10) }
  expect([9, 10, 74, 75].map((minutes) => isTrusted({ ...old, now: at(minutes) }))).toEqual([true, true, true, false])
})
