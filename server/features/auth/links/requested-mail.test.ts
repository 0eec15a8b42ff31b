import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newAddress, signUp, startService } from '#server/testing/auth-service.ts'
import { findTexts } from '#server/testing/find-texts.ts'
import { runJobs } from '#server/testing/platform.ts'
import { requestedMailJob } from './requested-mail.ts'

const service = await startService({ leavesJobs: true })
const { platform } = service
const { db, clock } = platform

const jobsWaiting = async () => {
  const { rows } = await sql<{ payload: object }>`
    select payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${requestedMailJob.name}`.execute(db)
  return rows.map((row) => row.payload)
}

const endpoints = [
  ['/recover', {}],
  ['/resend', { type: 'signup' }],
  ['/resend', { type: 'email_change' }],
  ['/otp', {}],
  ['/otp', { data: { full_name: 'Ana' } }],
] as const

/** Every row of accounts and mails. */
const rowsOf = async () =>
  Promise.all(
    (['users', 'profiles', 'one_time_tokens', 'outbound_mails'] as const).map((table) =>
      sql`select * from ${sql.table(table)} order by id`.execute(db).then(({ rows }) => rows),
    ),
  )

describe.each(endpoints)('POST %s with %j', (path, body) => {
  test('queues one job without reading any account, for an address with and without one', async () => {
    const { email: known, client } = await signUp(service)
    await client.updateUser({ email: newAddress() })
    const before = await rowsOf()
    const responses: unknown[] = []
    // A query of an account would have to wait here.
    await db.transaction().execute(async (tx) => {
      await sql`lock table users in access exclusive mode`.execute(tx)
      for (const email of [known, newAddress()]) {
        const response = await service.send('POST', path, { body: { email, ...body } })
        responses.push({ status: response.status, body: await response.text(), headers: [...response.headers.keys()] })
      }
    })
    expect(responses[0]).toEqual(responses[1])
    expect(responses[0]).toMatchObject({ status: 200, body: '{}' })
    expect(await rowsOf()).toEqual(before)
    expect(await jobsWaiting()).toHaveLength(2)
    await runJobs(platform)
    expect(await jobsWaiting()).toEqual([])
    await service.resetLimits()
  })

  test('stores no readable address in the waiting job', async () => {
    const email = newAddress()
    await service.send('POST', path, { body: { email, ...body } })
    expect(await jobsWaiting()).toHaveLength(1)
    expect((await findTexts(platform, [email])).filter((place) => !place.startsWith('rate_limits'))).toEqual([])
    await runJobs(platform)
    await service.resetLimits()
  })
})

test('a requested mail that could not be sent within an hour is dropped', async () => {
  const { email } = await signUp(service)
  const mails = await service.mailsTo(email)
  await service.client().resetPasswordForEmail(email)
  clock.advance(3_600_001)
  await runJobs(platform)
  expect(await jobsWaiting()).toEqual([])
  expect(await service.mailsTo(email)).toHaveLength(mails.length)
  clock.set(new Date())
})

test('a job that runs twice mails two links, of which one can be used', async () => {
  const { email } = await signUp(service)
  await service.client().resetPasswordForEmail(email)
  const [payload] = await jobsWaiting()
  await requestedMailJob.run({ platform, payload: payload as { sealed: string } })
  const first = await service.linkTo(email)
  await runJobs(platform)
  expect((await service.press(first)).values.has('access_token')).toBe(true)
  expect((await service.press(await service.linkTo(email))).values.get('error_code')).toBe('otp_expired')
})
