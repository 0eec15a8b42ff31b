import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { createAccount } from '#server/features/auth/usecases/create-account.ts'
import { grantPoints } from '#server/features/loyalty/usecases/points.ts'
import { isBackupRunning, tryLockForRestore } from '#server/platform/backup/backup-lock.ts'
import { copyIn } from '#server/platform/backup/copy-streams.ts'
import { findLastGoodBackup } from '#server/platform/backup/runs.ts'
import { connect } from '#server/platform/backup/write-backup.ts'
import { createDiskFiles, newFileName } from '#server/platform/file-store.ts'
import { queueFileRemoval } from '#server/platform/files.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, minuteMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import { resumeMail } from '#server/platform/mail-pause.ts'
import { backUp, backUpNightly } from '#server/processes/back-up.ts'
import { buildPatient } from '#server/testing/builders.ts'
import { buildRecord } from '#server/testing/clinical-records.ts'
import { withFreeDisk } from '#server/testing/full-disk.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { operatorsMachine } from '#server/testing/operators-machine.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { startSenda } from '#server/testing/processes.ts'
import { buildWholePerson } from '#server/testing/whole-person.ts'

const platform = await testPlatform()
const { db } = platform
const { folder, env, admin, emptyServer } = operatorsMachine(platform)

async function rowsOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC' })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'graphile_worker', 'simulado') and tablename not in ('backup_runs', 'mail_pause')
         and tablename not like '%migrations'`,
    )
    const sums: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
      )
      sums[name] = rows[0]?.sum ?? ''
    }
    const { rows: sequences } = await client.query<{ name: string; value: string }>(
      `select sequencename as name, last_value::text as value from pg_sequences order by 1`,
    )
    for (const { name, value } of sequences) sums[name] = value
    const { rows: constraints } = await client.query<{ sum: string }>(
      `select md5(string_agg(conrelid::regclass || conname || pg_get_constraintdef(oid) || convalidated, '|' order by conrelid::regclass::text, conname)) ||
         (select md5(string_agg(tgrelid::regclass || tgname || tgenabled::text, '|' order by tgrelid::regclass::text, tgname))
          from pg_trigger where not tgisinternal) as sum from pg_constraint where conrelid <> 0`,
    )
    sums.constraints = constraints[0]?.sum ?? ''
    return sums
  } finally {
    await client.end()
  }
}

const fileName = `${newFileName({ prefix: 'avatar' })}.webp`

async function backupTo(target: string): Promise<string> {
  const { output, code } = await admin(['backup', '--to', target])
  expect(output).toMatch(/^Backed up \d+ rows and \d+ files .*needs SECRET_KEY .*the keys "test"/s)
  expect(code).toBe(0)
  return join(target, readdirSync(target).toSorted().at(-1) ?? '')
}

describe('a backup of rows and files', () => {
  let backup: string
  let original: Record<string, string>

  beforeAll(async () => {
    await buildWholePerson(platform, { tag: 'copiada' })
    await buildRecord(platform)
    await platform.files.write({ name: fileName, content: new Uint8Array([1, 2, 3]) })
    // Values that a text format could lose.
    await sql`update profiles set full_name = E'Ana\tde \\\\N «ñ»' where id = (select id from profiles limit 1)`.execute(
      db,
    )
    // The first command notes to which secret the database belongs.
    await admin(['check-times'])
    original = await rowsOf(platform.databaseUrl)
    backup = await backupTo(join(folder, 'backups'))
  })

  test('restores every row, sequence, constraint and file elsewhere, checks them, and pauses outgoing mail', async () => {
    const server = await emptyServer()
    // Of two at once, one is refused.
    const both = await Promise.all([admin(['restore', backup], server), admin(['restore', backup], server)])
    const [refused, restored] = both.toSorted((a, b) => a.output.length - b.output.length)
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Another restore into this database') })
    expect(restored?.output).toMatch(
      /Restored \d+ rows .* files.*The record of what staff did is intact.*mail and push messages are paused/s,
    )
    // The builders' rows come from no payment, so the ledger disagrees here as it does in the original.
    expect(restored?.code).toBe(1)
    expect(await rowsOf(server.DATABASE_URL)).toEqual(original)
    expect(await createDiskFiles({ folder: join(server.DATA_DIR, 'files') }).read(fileName)).toEqual(
      new Uint8Array([1, 2, 3]),
    )
    expect(await admin(['restore', backup], server)).toMatchObject({
      code: 1,
      output: expect.stringContaining('The database is not empty'),
    })
    expect(await admin(['resume-mail'], server)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/leave again/),
    })
    expect((await admin(['resume-mail'], server)).output).toBe('Outgoing mail is not paused.')
  })

  test('nothing starts while a restore runs, also before its mark is there', async () => {
    const restoring = await connect(platform.pool)
    expect(await tryLockForRestore(restoring)).toBe(true)
    expect(await admin(['check-times', '--migrate'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('A restore into this database runs'),
    })
    await restoring.end()
  })

  test.for<[string, NodeJS.ProcessEnv | ((copy: string) => void), RegExp]>([
    ['that was cut', (copy) => rmSync(join(copy, 'manifest.json')), /not a complete backup/],
    [
      'with half a manifest',
      (copy) => truncateSync(join(copy, 'manifest.json'), 500),
      /manifest\.json is damaged\. Choose another/,
    ],
    [
      'with half a table',
      (copy) => truncateSync(join(copy, 'tables/public.users.copy.gz'), 100),
      /public\.users\.copy\.gz was altered/,
    ],
    [
      'with an altered table',
      (copy) => writeFileSync(join(copy, 'tables/public.users.copy.gz'), 'x'),
      /public\.users\.copy\.gz was altered/,
    ],
    ['without a file', (copy) => rmSync(join(copy, 'files', fileName)), /\.webp is missing/],
    ['with another list', (copy) => writeFileSync(join(copy, 'SHA256SUMS'), ''), /SHA256SUMS was altered/],
    ['with an altered manifest', (copy) => rewrite(copy, '"count": ', '"count": 1'), /manifest of .* was altered/],
    ['of a newer format', (copy) => rewrite(copy, '"format": 1', '"format": 2'), /newer version of Senda/],
    ['of a newer version', (copy) => rewrite(copy, '0196_backups.sql', '0999_future.sql'), /with 0999_future\.sql/],
    ['without its secret', { SECRET_KEY: 'y'.repeat(32) }, /SECRET_KEY .* is not the one of this backup/],
    [
      'without its keys',
      { RECORD_KEYS: `other:${Buffer.alloc(32, 'health').toString('base64')}` },
      /key "test" .* missing/,
    ],
    [
      'with another key',
      { RECORD_KEYS: `test:${Buffer.alloc(32, 'b').toString('base64')}` },
      /key "test" .* another one/,
    ],
  ])('a restore %s says why not, before it touches the database', async ([, change, reason]) => {
    const copy = join(folder, newId())
    cpSync(backup, copy, { recursive: true })
    if (typeof change === 'function') change(copy)
    // There is no such database: the refusal comes first.
    const server = { DATABASE_URL: `${platform.databaseUrl}_none`, DATA_DIR: join(folder, 'none') }
    const { code, output } = await admin(['restore', copy], { ...server, ...(typeof change === 'object' && change) })
    expect(output).toMatch(reason)
    expect(code).toBe(1)
    expect(existsSync(server.DATA_DIR)).toBe(false)
  })

  test('a restore that was cut is marked, so that nothing starts on it, and is repeated', async () => {
    const server = await emptyServer()
    // After the migrations, before the rows.
    const client = new pg.Client({ connectionString: server.DATABASE_URL })
    await client.connect()
    await client.query(`create function cut() returns event_trigger language plpgsql as $$ begin
      if to_regclass('public.mail_pause') is not null then raise 'the power failed'; end if; end $$`)
    await client.query(
      `create event trigger cut on ddl_command_start when tag in ('ALTER TABLE') execute function cut()`,
    )
    expect(await admin(['restore', backup], server)).toMatchObject({
      code: 1,
      output: expect.stringContaining('the power failed'),
    })
    await client.query('drop event trigger cut')
    await client.end()
    await expect(startSenda({ env: { ...env, ...server } })).rejects.toThrow('has not ended')
    expect(await admin(['verify-ledger'], server)).toMatchObject({
      code: 1,
      output: expect.stringContaining('Repeat it'),
    })
    await admin(['restore', backup], server)
    expect(await rowsOf(server.DATABASE_URL)).toEqual(original)
  }, 60_000)
})

test('a source that fails before PostgreSQL is ready for its rows ends the copying', async () => {
  const client = await connect(platform.pool)
  await client.query('create temporary table copied (value text)')
  const failing = new Readable({ read: () => void failing.destroy(new Error('the disk failed')) })
  await expect(pipeline(failing, copyIn(client, 'copy copied from stdin'))).rejects.toThrow('the disk failed')
  expect((await client.query('select from copied')).rowCount).toBe(0)
  await client.end()
})

function rewrite(copy: string, from: string, to: string): void {
  const path = join(copy, 'manifest.json')
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, to))
}

test('a backup during writes is one moment', async () => {
  const { patientId: userId } = await buildPatient(platform)
  let isOver = false
  let writes = 0
  async function write(): Promise<void> {
    while (!isOver) {
      await db.transaction().execute((tx) =>
        grantPoints(tx, {
          userId,
          points: 10,
          type: 'bonus',
          description: 'Compensación',
          reference: { type: 'account', id: newId() },
          now: platform.clock.now(),
        }),
      )
      writes += 1
    }
  }
  const writing = Promise.all([write(), write()])
  const backup = await backupTo(join(folder, 'busy'))
  isOver = true
  await writing
  expect(writes).toBeGreaterThan(3)
  // Its SECRET_KEY is lost, and another one takes its place.
  const server = { ...(await emptyServer()), SECRET_KEY: 'z'.repeat(40) }
  const { output } = await admin(['restore', backup, '--replace-secret-key'], server)
  expect(output).toMatch(/^Restored /)
  expect(await admin(['check-times'], server)).toMatchObject({ code: 0 })
  // The balance of each account is the sum of its movements.
  expect(output).not.toContain('user_points')
}, 60_000)

test('a backup or a restore for which the disk has no room says which disk, leaves nothing, and is repeated', async () => {
  const target = join(folder, 'filled')
  await platform.files.write({ name: fileName, content: new Uint8Array([1, 2, 3]) })
  const { result, written } = await withFreeDisk(Number.POSITIVE_INFINITY, () => backUp(platform, { target }))
  const good = result.folder
  // In its first table, between tables, and in the manifest, which is the last.
  for (const freeBytes of [0, written / 2, written - 10]) {
    platform.clock.advance(minuteMs)
    const failing = withFreeDisk(freeBytes, () => backUp(platform, { target }))
    await expect(failing).rejects.toThrow(`The disk of ${target} is full, and nothing of this backup is left.`)
    expect(readdirSync(target)).toEqual([basename(good)])
  }
  const { result: refused } = await withFreeDisk(0, () => admin(['backup', '--to', target]))
  expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/^The disk of .*filled is full/) })
  const server = await emptyServer()
  const { result: cut } = await withFreeDisk(0, () => admin(['restore', good], server))
  expect(cut).toMatchObject({
    code: 1,
    output: expect.stringContaining(`The disk of ${join(server.DATA_DIR, 'files')} is full. Make room, and repeat`),
  })
  expect(readdirSync(join(server.DATA_DIR, 'files'))).toEqual([])
  expect((await admin(['restore', good], server)).output).toMatch(/^Restored /)
  const failures = await db.selectFrom('backup_runs').where('target', '=', target).select('error').execute()
  expect(failures.map(({ error }) => error?.slice(0, 11) ?? '').toSorted()).toEqual([
    '',
    ...Array(4).fill('The disk of'),
  ])
  expect(await backupTo(target)).not.toBe(good)
}, 60_000)

test('files are removed after the backup that copies them', async () => {
  const name = `${newFileName({ prefix: 'avatar' })}.webp`
  await platform.files.write({ name, content: new Uint8Array([4]) })
  const client = await connect(platform.pool)
  await client.query(`select pg_advisory_lock(hashtextextended('backup:', 0))`)
  await queueFileRemoval(db, [name])
  await runJobs(platform, { only: 'files.remove' })
  expect(await platform.files.read(name)).toBeDefined()
  await expect(backUp(platform, { target: join(folder, 'second') })).rejects.toThrow('Another backup')
  await client.end()
  platform.clock.advance(2 * minuteMs)
  await runJobs(platform, { only: 'files.remove' })
  expect(await platform.files.read(name)).toBeUndefined()
})

describe('the nightly backup', async () => {
  const nightly = await testPlatform()
  const target = join(folder, 'nightly')
  const settings = { ...nightly.settings, backups: { dir: target, time: '03:00', keep: 2, bucket: undefined } }
  const served = { ...nightly, settings }
  const run = () => backUpNightly(served)
  const mails = () =>
    nightly.db.selectFrom('outbound_mails').where('kind', '=', 'backups.failed').select('recipient').execute()

  test('is made once a night and at the first start, and the newest ones stay', async () => {
    // Another process would take an attempt without the lock for one that died.
    await sql`create function require_lock() returns trigger language plpgsql as $$ begin
      if not exists (select from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and granted
        and (classid::bigint << 32) | objid::bigint = hashtextextended('backup:', 0)
        and database = (select oid from pg_database where datname = current_database()))
      then raise 'the lock ended before the attempt was recorded'; end if;
      return new; end $$`.execute(nightly.db)
    await sql`create trigger require_lock before update on backup_runs for each row execute function require_lock()`.execute(
      nightly.db,
    )
    onTestFinished(async () => {
      await sql`drop function require_lock() cascade`.execute(nightly.db)
    })
    // Three nights at 03:00 in Uruguay, asked for twice each.
    for (const day of ['2026-11-21', '2026-11-22', '2026-11-23']) {
      for (const time of ['05:50', '06:00', '06:10']) {
        nightly.clock.set(new Date(`${day}T${time}:00Z`))
        await run()
      }
    }
    expect(readdirSync(target)).toEqual(['senda-20261122T060000Z', 'senda-20261123T060000Z'])
  })

  test('tells administrators once a day when its folder cannot be written, and tries again in an hour', async () => {
    const { email } = await administrator()
    // A file where the folder should be: also root cannot write there.
    const full = join(folder, 'full')
    writeFileSync(full, '')
    const failing = { ...served, settings: { ...settings, backups: { ...settings.backups, dir: full } } }
    for (const time of ['06:00', '06:10', '07:00', '08:00']) {
      nightly.clock.set(new Date(`2026-11-24T${time}:00Z`))
      await backUpNightly(failing)
    }
    expect(await mails()).toEqual([{ recipient: email }])
    const failures = await nightly.db.selectFrom('backup_runs').where('target', '=', full).select('error').execute()
    expect(failures).toEqual(Array.from({ length: 3 }, () => ({ error: expect.stringContaining('full') })))
    nightly.clock.set(new Date('2026-11-25T09:00:00Z'))
    await backUpNightly(failing)
    expect(await mails()).toHaveLength(2)
  })

  test('the last good attempt of a folder is known however old it is, and older ones are forgotten', async () => {
    const old = join(folder, 'old')
    const daysAgo = (days: number) => new Date(nightly.clock.now().getTime() - days * dayMs)
    const attempts = [300, 200, 100].map((days) => ({
      id: newId(),
      target: old,
      started_at: daysAgo(days),
      finished_at: daysAgo(days),
      ...(days === 100 ? { error: 'ENOSPC' } : { folder: old }),
    }))
    await nightly.db.insertInto('backup_runs').values(attempts).execute()
    await backUp(served, { target: join(folder, 'new') })
    expect(await findLastGoodBackup(nightly.db, { target: old })).toEqual(daysAgo(200))
    expect(await nightly.db.selectFrom('backup_runs').where('target', '=', old).select('id').execute()).toHaveLength(1)
  })

  test('counts an attempt whose process died as failed, and starts again', async () => {
    await nightly.db
      .insertInto('backup_runs')
      .values({ id: newId(), target, started_at: new Date('2026-11-26T06:00:00Z') })
      .execute()
    nightly.clock.set(new Date('2026-11-26T07:10:00Z'))
    await run()
    const runs = await nightly.db
      .selectFrom('backup_runs')
      .where('target', '=', target)
      .where('started_at', '>', new Date('2026-11-26T00:00:00Z'))
      .orderBy('started_at')
      .select('error')
      .execute()
    expect(runs).toEqual([{ error: 'the process ended during the backup' }, { error: null }])
  })

  test('ends an attempt in a folder that never answers at its deadline, tells administrators, and tries no second one until it does', async () => {
    const dead = join(folder, 'dead')
    const at = await hangIn(dead)
    await administrator()
    const hanging = { ...served, settings: { ...settings, backups: { ...settings.backups, dir: dead } } }
    nightly.clock.set(new Date('2026-12-01T06:00:00Z'))
    const notified = (await mails()).length
    await backUpNightly(hanging, { deadlineMs: 300 })
    expect(await attemptsIn(dead)).toEqual([{ error: 'the folder or bucket did not answer in time' }])
    expect((await mails()).length).toBeGreaterThan(notified)
    nightly.clock.set(new Date('2026-12-01T09:00:00Z'))
    await backUpNightly(hanging, { deadlineMs: 300 })
    expect(await attemptsIn(dead)).toHaveLength(1)
    at.answer()
    await expect.poll(() => backUpNightly(hanging).then(() => attemptsIn(dead)), { timeout: 20_000 }).toHaveLength(2)
    expect((await attemptsIn(dead)).at(-1)).toEqual({ error: null })
  })

  test('tells administrators of a backup that still runs after six hours, once a day, whatever it waits for', async () => {
    const slow = join(folder, 'slow')
    const at = await hangIn(slow)
    nightly.clock.set(new Date('2026-12-05T06:00:00Z'))
    const hanging = { ...served, settings: { ...settings, backups: { ...settings.backups, dir: slow } } }
    const first = backUpNightly(hanging)
    // The attempt is recorded before it has its lock, without which it would look like one whose process died.
    await expect.poll(() => isBackupRunning(nightly.db), { timeout: 20_000 }).toBe(true)
    const notified = (await mails()).length
    for (const [time, more] of [
      ['11:50', 0],
      ['12:10', 1],
      ['20:00', 1],
    ] as const) {
      nightly.clock.set(new Date(`2026-12-05T${time}:00Z`))
      await backUpNightly(hanging)
      expect((await mails()).length > notified, time).toBe(more > 0)
    }
    expect(await attemptsIn(slow)).toHaveLength(1)
    at.answer()
    await first
    expect(await attemptsIn(slow)).toEqual([{ error: null }])
  })

  /** A folder of backups in which a read never returns: the manifest of an older backup is a pipe without a writer. */
  async function hangIn(dead: string) {
    const pipe = join(dead, 'senda-20261101T060000Z', 'manifest.json')
    mkdirSync(join(dead, 'senda-20261101T060000Z'), { recursive: true })
    execFileSync('mkfifo', [pipe])
    function answer(): void {
      writeFileSync(pipe, '')
      rmSync(pipe)
    }
    return { answer }
  }

  const attemptsIn = (dead: string) =>
    nightly.db.selectFrom('backup_runs').where('target', '=', dead).orderBy('started_at').select('error').execute()

  async function administrator(): Promise<{ email: string }> {
    const email = `${newId()}@example.uy`
    await createAccount(nightly, { email, fullName: 'Ana', roles: ['admin'], password: null })
    return { email }
  }
})

test('a paused copy sends neither what waits nor what is added, until mail is resumed', async () => {
  const server = await startMailServer()
  const copy = { ...platform, settings: { ...platform.settings, smtpUrl: `smtp://127.0.0.1:${server.port}` } }
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  await db.deleteFrom('outbound_mails').execute()
  await db.insertInto('mail_pause').defaultValues().execute()
  const mail = {
    kind: 'support.acknowledged',
    subject: 'Hola',
    html: '<p>Hola</p>',
    text: 'Hola',
    isCounted: true,
  } as const
  await queueMail(db, { platform: copy, to: 'ana@ejemplo.uy', ...mail })
  await runJobs(copy, { only: 'mail.send' })
  expect(server.received).toHaveLength(0)
  expect(await resumeMail(copy)).toBe(1)
  await runJobs(copy, { only: 'mail.send' })
  expect(server.received).toHaveLength(1)
})
