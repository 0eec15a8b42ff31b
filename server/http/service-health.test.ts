import { mkdirSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { createLog } from '#server/platform/log.ts'
import { queueMail } from '#server/platform/mail.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { clearStatementTimes } from '#server/platform/postgres/statement-times.ts'
import { connectionName } from '#server/platform/server-processes.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { countError } from './error-counts.ts'
import { serviceHealthRoutes } from './service-health.ts'

const platform = await testPlatform()
const client = clientOf(platform, serviceHealthRoutes, {
  bearer: 'admin',
  authenticate: async () => actorOf(['admin']),
})

// The times belong to the process, which runs other test files before this one.
beforeEach(clearStatementTimes)

test('a job that has used its attempts is shown with its error, and runs again when an administrator retries it', async () => {
  await sql`select graphile_worker.add_job('probe.fails', '{}'::json, max_attempts => 2)`.execute(platform.db)
  await sql`update graphile_worker._private_jobs set attempts = 2, last_error = 'no route to ana@ejemplo.uy'`.execute(
    platform.db,
  )
  const { jobs } = await client.get()
  expect(jobs).toMatchObject({
    waiting: 0,
    problems: [{ name: 'probe.fails', error: 'no route to [email]', state: 'given_up' }],
  })
  const jobId = jobs.problems[0]?.id ?? ''
  expect(await client.retryJob({ jobId })).toEqual({ retried: true })
  expect((await client.get()).jobs).toMatchObject({ waiting: 1 })
  await sql`select graphile_worker.complete_jobs(array[${jobId}::bigint])`.execute(platform.db)
  await expect(client.retryJob({ jobId })).rejects.toMatchObject({ code: 'service_health.job_not_found' })
})

test('a job that no process takes is late, and one that runs for long is stuck and is not taken from its process', async () => {
  onTestFinished(async () => void (await sql`delete from graphile_worker._private_jobs`.execute(platform.db)))
  const add = (name: string, runAt: string) =>
    sql`select graphile_worker.add_job(${name}, '{}'::json, run_at => now() + ${runAt}::interval)`.execute(platform.db)
  await add('probe.late', '-1 hour')
  await add('probe.fresh', '-1 minute')
  await add('probe.later', '1 hour')
  await add('probe.stuck', '-2 hours')
  await sql`
    update graphile_worker._private_jobs set locked_at = now() - interval '1 hour', locked_by = 'x', last_error = 'x'
    where run_at < now() - interval '90 minutes'`.execute(platform.db)
  const { jobs } = await client.get()
  expect(jobs.problems.map(({ name, state }) => [name, state])).toEqual([
    ['probe.stuck', 'stuck'],
    ['probe.late', 'late'],
  ])
  await expect(client.retryJob({ jobId: jobs.problems[0]?.id ?? '' })).rejects.toMatchObject({
    code: 'service_health.job_not_found',
  })
})

test('failing, refused and doubtful mails are listed without their address, and only a failing one is tried again', async () => {
  onTestFinished(async () => {
    await platform.db.deleteFrom('outbound_mails').execute()
    await sql`delete from graphile_worker._private_jobs`.execute(platform.db)
  })
  const add = async (state: Record<string, unknown>) => {
    const mail = { id: newId(), recipient: 'ana@ejemplo.uy', subject: 'Hola', kind: 'support.acknowledged' }
    await platform.db
      .insertInto('outbound_mails')
      .values({ ...mail, valid_until: '2027-01-01T00:00:00Z', last_error: '450 <ana@ejemplo.uy> busy', ...state })
      .execute()
    return mail.id
  }
  const body = { sealed_body: Buffer.from('x'), key_id: 'k', attempts: 1 }
  const failing = await add(body)
  const doubtful = await add({ ...body, sending_since: '2026-11-20T12:00:00Z' })
  const refused = await add({ attempts: 1 })
  await add({ ...body, attempts: 0 })
  await add({ ...body, sent_at: '2026-11-20T12:00:00Z' })
  await add({ attempts: 1, dropped_at: '2026-11-20T12:00:00Z', drop_reason: 'too late' })
  const { mails } = await client.get()
  const states = Object.fromEntries(mails.problems.map(({ id, state }) => [id, state]))
  expect(states).toEqual({ [failing]: 'failing', [doubtful]: 'in_doubt', [refused]: 'refused' })
  expect(JSON.stringify(mails)).not.toContain('ana@')
  expect(await client.retryMail({ mailId: failing })).toEqual({ retried: true })
  const { rows } = await sql<{ name: string }>`select task_identifier as name from graphile_worker.jobs`.execute(
    platform.db,
  )
  expect(rows).toEqual([{ name: 'mail.send' }])
  for (const mailId of [doubtful, refused, newId()]) {
    await expect(client.retryMail({ mailId })).rejects.toMatchObject({ code: 'service_health.mail_not_found' })
  }
})

test('every process on the database is named with its version and its start', async () => {
  const log = createLog({ logLevel: 'silent' })
  const other = `senda/0.9.0+abc1234 4242 ${new Date('2026-11-20T12:00:00Z').getTime().toString(36)} machine-2`
  const connected = await connectDatabase({ url: platform.databaseUrl, log, max: 1, name: other })
  onTestFinished(() => connected.close())
  const { processes } = await client.get()
  expect(processes).toMatchObject([
    { pid: process.pid, isThis: true },
    { pid: 4242, host: 'machine-2', version: '0.9.0+abc1234', isThis: false },
  ])
  expect(new Date(processes[1]?.startedAt ?? 0)).toEqual(new Date('2026-11-20T12:00:00Z'))
  expect(connectionName.length).toBeLessThanOrEqual(63)
})

test('the last good backup, the failure of a later one and a pause of mails are shown', async () => {
  const quiet = await client.get()
  expect(quiet).toMatchObject({ backups: { isNightly: false, lastGoodAt: null, error: null }, mailPausedSince: null })
  onTestFinished(async () => {
    await platform.db.deleteFrom('mail_pause').execute()
    await platform.db.deleteFrom('backup_runs').execute()
  })
  const good = { target: '/backups', started_at: '2026-11-19T06:00:00Z', finished_at: '2026-11-19T06:01:00Z' }
  const failed = { target: '/backups', started_at: '2026-11-20T06:00:00Z', finished_at: '2026-11-20T06:00:01Z' }
  await platform.db
    .insertInto('backup_runs')
    .values([
      { id: newId(), ...good, folder: '/backups/senda-20261119T060000Z' },
      { id: newId(), ...failed, error: 'ENOSPC: no space left on device' },
    ])
    .execute()
  await platform.db.insertInto('mail_pause').defaultValues().execute()
  const { backups, mailPausedSince } = await client.get()
  expect(backups.slowSince).toBeNull()
  const slow = new Date(platform.clock.now().getTime() - 7 * hourMs)
  await platform.db.insertInto('backup_runs').values({ id: newId(), target: '/backups', started_at: slow }).execute()
  expect((await client.get()).backups).toMatchObject({ slowSince: slow.toISOString() })
  expect(backups).toMatchObject({ error: 'ENOSPC: no space left on device' })
  expect(new Date(backups.lastGoodAt ?? 0)).toEqual(new Date(good.started_at))
  expect(mailPausedSince).not.toBeNull()
})

test('mails that wait, the size of the database and unexpected errors are reported', async () => {
  const mail = {
    to: 'ana@ejemplo.uy',
    kind: 'support.acknowledged',
    subject: 'Hola',
    html: '<p>Hola</p>',
    text: 'Hola',
  } as const
  await queueMail(platform.db, { platform, ...mail })
  countError('centers.search')
  countError('centers.search')
  mkdirSync(platform.settings.dataDir, { recursive: true })
  const { mails, databaseBytes, freeDiskBytes, errors } = await client.get()
  expect(mails).toMatchObject({ waiting: 1, failing: 0 })
  // As the delivery leaves a mail that was refused for good.
  await platform.db
    .updateTable('outbound_mails')
    .set({ attempts: 1, sealed_body: null, key_id: null, last_error: '550 5.1.1' })
    .execute()
  expect((await client.get()).mails).toMatchObject({ waiting: 0, failing: 0 })
  expect(databaseBytes).toBeGreaterThan(1_000_000)
  expect(freeDiskBytes).toBeGreaterThan(0)
  expect(errors).toContainEqual(expect.objectContaining({ where: 'centers.search', count: 2 }))
})

test('a slow statement is reported first with its times and without its values, also when it fails', async () => {
  await sql`select pg_sleep(${0.3}), ${'ana@ejemplo.uy'}::text as probe`.execute(platform.db)
  await sql`select pg_sleep(${0.05}), ${'ana@ejemplo.uy'}::text as probe`.execute(platform.db)
  await sql`select pg_sleep(0.2), 1 / (select ${0}::int) as failing`.execute(platform.db).catch(() => undefined)
  const { slowStatements } = await client.get()
  const probe = slowStatements.find(({ text }) => text.includes('as probe'))
  expect(probe).toMatchObject({ text: 'select pg_sleep($1), $2::text as probe', count: 2 })
  expect(probe?.maxMs).toBeGreaterThan(295)
  expect(probe?.totalMs).toBeGreaterThan(345)
  expect(probe?.medianMs).toBeLessThan(probe?.maxMs ?? 0)
  expect(slowStatements).toContainEqual(
    expect.objectContaining({ text: 'select pg_sleep(0.2), 1 / (select $1::int) as failing', count: 1 }),
  )
  expect(slowStatements.length).toBeLessThanOrEqual(20)
})

test('a statement that waits behind another one on its connection counts only its own time', async () => {
  await platform.db.transaction().execute(async (tx) => {
    await Promise.all([
      sql`select pg_sleep(${0.5}) as sleeper`.execute(tx),
      sql`select ${1}::int as follower`.execute(tx),
    ])
  })
  const { slowStatements } = await client.get()
  expect(slowStatements.find(({ text }) => text.includes('as sleeper'))?.maxMs).toBeGreaterThan(450)
  expect(slowStatements.find(({ text }) => text.includes('as follower'))?.maxMs ?? 0).toBeLessThan(450)
})

test.each(['', 'x', '-1', '1e9', '9'.repeat(30)])('%j is not the id of a job', async (jobId) => {
  await expect(client.retryJob({ jobId })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
