import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { copyIn, copyOut } from '#server/platform/backup/copy-streams.ts'
import { listTables, quote, quoteWithColumns, readSequences } from '#server/platform/backup/stored-tables.ts'
import { connect } from '#server/platform/backup/write-backup.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { backUp } from '#server/processes/back-up.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { buildRecord } from '#server/testing/clinical-records.ts'
import { operatorsMachine } from '#server/testing/operators-machine.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildWholePerson } from '#server/testing/whole-person.ts'

/** The oldest version that makes backups has no later migration. */
const lastMigration = '0196_backups.sql'
const migrations = new URL('../migrations/', import.meta.url)

const platform = await testPlatform()
const { folder, admin, emptyServer } = operatorsMachine(platform)

/** A database of the oldest version with the rows of the newest, without the columns and tables that came later. */
async function olderDatabase() {
  const files = join(folder, 'migrations')
  mkdirSync(files)
  for (const name of readdirSync(migrations))
    if (name <= lastMigration) copyFileSync(new URL(name, migrations), join(files, name))
  const { DATABASE_URL: url } = await emptyServer()
  const older = await connectDatabase({ url, log: platform.log, max: 4 })
  await migrate({ pool: older.pool, log: platform.log, folder: pathToFileURL(`${files}/`) })
  const from = await connect(platform.pool)
  const to = await connect(older.pool)
  await to.query('set session_replication_role = replica')
  const tables = await listTables(to)
  await to.query(`truncate ${tables.map(quote).join(', ')}`)
  for (const table of tables) {
    await pipeline(
      copyOut(from, `copy ${quoteWithColumns(table)} to stdout`),
      copyIn(to, `copy ${quoteWithColumns(table)} from stdin`),
    )
  }
  for (const { value, isCalled, ...sequence } of await readSequences(from))
    await to.query('select setval($1::regclass, $2, $3)', [quote(sequence), value, isCalled])
  await from.end()
  await to.end()
  return { ...older, url, tables }
}

/** The count and the hash of each table's rows, of the columns that the older version has. */
async function rowsOf(url: string, tables: Awaited<ReturnType<typeof listTables>>): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC' })
  await client.connect()
  const sums: Record<string, string> = {}
  for (const table of tables) {
    // The backup's own attempt, and the pause.
    if (['backup_runs', 'mail_pause'].includes(table.name)) continue
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum
       from (select ${table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')} from ${quote(table)}) t`,
    )
    sums[quote(table)] = rows[0]?.sum ?? ''
  }
  await client.end()
  return sums
}

let older: Awaited<ReturnType<typeof olderDatabase>>
let backup: string
let secondBackup: string
let cancelled: string

beforeAll(async () => {
  await buildWholePerson(platform, { tag: 'antigua' })
  await buildRecord(platform)
  // A later migration fills a column of it: a centre cancelled what an account without a confirmed address had booked.
  const { patientId } = await buildPatient(platform, { verified: false })
  cancelled = (await buildAppointment(platform, { patientId })).appointmentId
  const cancellation = { status: 'cancelled', cancelled_by: 'center', cancelled_at: platform.clock.now() } as const
  await platform.db.updateTable('appointments').set(cancellation).where('id', '=', cancelled).execute()
  await admin(['check-times'])
  older = await olderDatabase()
  const { tables: _, close: __, url: ___, ...database } = older
  const target = join(folder, 'backups')
  backup = (await backUp({ ...platform, ...database }, { target })).folder
  platform.clock.advance(60_000)
  secondBackup = (await backUp({ ...platform, ...database }, { target })).folder
}, 60_000)
afterAll(() => older?.close())

test('the backup of an older version is restored as it was, and then brought up to date, also when that is cut', async () => {
  const original = await rowsOf(older.url, older.tables)
  const server = await emptyServer()
  const client = new pg.Client({ connectionString: server.DATABASE_URL })
  await client.connect()
  // After the rows, in the midst of the migrations that the backup lacks.
  await client.query(`create function cut() returns event_trigger language plpgsql as $$ begin
    if to_regclass('public.browser_errors') is not null then raise 'the power failed'; end if; end $$`)
  await client.query(`create event trigger cut on ddl_command_end when tag in ('CREATE TABLE') execute function cut()`)
  expect((await admin(['restore', backup], server)).output).toMatch(/0203_errors_of_browsers\.sql failed.*the power/s)
  expect(await admin(['verify-ledger', '--migrate'], server)).toMatchObject({
    code: 1,
    output: expect.stringContaining('has not ended'),
  })
  expect(await admin(['restore', secondBackup], server)).toMatchObject({
    code: 1,
    output: expect.stringContaining('The restore of another backup into this database has not ended'),
  })
  await client.query('drop event trigger cut')

  const { output } = await admin(['restore', backup], server)
  expect(output).toMatch(/^Restored \d+ rows .*The record of what staff did is intact/s)
  // The builders' rows come from no payment, so the ledger disagrees here as it does in the original.
  expect(output).toContain((await admin(['verify-ledger'])).output)
  expect((await admin(['verify-record'], server)).code).toBe(0)

  const { rows } = await client.query(`select cancelled_unproven from appointments where id = $1`, [cancelled])
  expect(rows).toEqual([{ cancelled_unproven: true }])
  expect(await rowsOf(server.DATABASE_URL, older.tables)).toEqual(original)
  const { rows: names } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  await client.end()
  expect(names.map(({ name }) => name)).toEqual(readdirSync(migrations).toSorted())
  expect(await admin(['check-times'], server)).toMatchObject({ code: 0 })
}, 60_000)
