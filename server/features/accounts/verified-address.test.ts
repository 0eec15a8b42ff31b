import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { findUser } from '#server/features/auth/repository/users.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { goodPassword, newAddress, type Service, signUp, startService } from '#server/testing/auth-service.ts'
import { findAccount } from './repository/accounts.ts'

const service = await startService()
const { db, pool, clock } = service.platform
beforeEach(() => service.resetLimits())

async function factsOf({ platform }: Service, email: string) {
  const user = await findUser(platform.db, { email })
  if (!user) throw new Error('no such user')
  return {
    confirmed: user.email_confirmed_at,
    verified: user.email_verified_at,
    identityData: user.identities[0]?.identity_data,
  }
}

describe('a registration that signs the user in immediately', () => {
  test('confirms the address in the protocol, but verifies it only with the link', async () => {
    const { email, user } = await signUp(service)
    const at = clock.now()
    expect(user).toMatchObject({ email_confirmed_at: at.toISOString(), confirmed_at: at.toISOString() })
    expect(user.identities?.[0]?.identity_data).toMatchObject({ email_verified: false })
    expect(await factsOf(service, email)).toMatchObject({
      confirmed: at,
      verified: null,
      identityData: { email_verified: false },
    })
    expect((await findAccount(db, user.id))?.email_verified_at).toBeNull()

    clock.advance(minuteMs)
    await service.press(await service.linkTo(email))
    expect(await factsOf(service, email)).toMatchObject({
      confirmed: at,
      verified: clock.now(),
      identityData: { email_verified: true },
    })
  })

  test('refuses the user once the setting requires a verified address', async () => {
    const { email } = await signUp(service)
    const strict = await startService({
      settings: { requireEmailConfirmation: true },
      alter: () => ({
        ...service.platform,
        settings: { ...service.platform.settings, requireEmailConfirmation: true },
      }),
    })
    const { error } = await strict.client().signInWithPassword({ email, password: goodPassword })
    expect(error?.code).toBe('email_not_confirmed')
  })
})

test('where confirmation is required, the same link confirms and verifies the address', async () => {
  const strict = await startService({ settings: { requireEmailConfirmation: true } })
  const email = newAddress()
  const { data } = await strict.client().signUp({ email, password: goodPassword })
  expect(data.user?.email_confirmed_at).toBeUndefined()
  expect(await factsOf(strict, email)).toMatchObject({
    confirmed: null,
    verified: null,
    identityData: { email_verified: false },
  })
  await strict.press(await strict.linkTo(email))
  const at = strict.platform.clock.now()
  expect(await factsOf(strict, email)).toMatchObject({
    confirmed: at,
    verified: at,
    identityData: { email_verified: true },
  })
})

test('the migration keeps every verified address, and confirms the accounts that had signed in without one', async () => {
  const file = new URL('../../migrations/0008_verified_addresses.sql', import.meta.url)
  const client = await pool.connect()
  try {
    await client.query('begin; create schema before; set local search_path to before')
    await client.query(`create table users
      (email text, email_confirmed_at timestamptz, last_sign_in_at timestamptz, created_at timestamptz)`)
    await client.query(`insert into users values
      ('proven', '2026-02-02Z', null, '2026-01-01Z'),
      ('unproven', null, '2026-03-03Z', '2026-01-01Z'),
      ('never entered', null, null, '2026-01-01Z')`)
    await client.query(await readFile(file, 'utf8'))
    const { rows } = await client.query(
      `select email, email_confirmed_at::date::text as confirmed, email_verified_at::date::text as verified from users order by email`,
    )
    expect(rows).toEqual([
      { email: 'never entered', confirmed: null, verified: null },
      { email: 'proven', confirmed: '2026-02-02', verified: '2026-02-02' },
      { email: 'unproven', confirmed: '2026-01-01', verified: null },
    ])
    await client.query('rollback')
  } finally {
    client.release(true)
  }
})
