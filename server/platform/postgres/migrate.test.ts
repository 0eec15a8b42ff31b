import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { administer, urlOfDatabase } from '#server/testing/databases.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { connectDatabase } from './database.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { findProblems } from './require-usable-server.ts'

const folderPath = await mkdtemp(join(tmpdir(), 'senda-migrations-'))
const folder = pathToFileURL(`${folderPath}/`)
afterAll(() => rm(folderPath, { recursive: true }))

const write = (name: string, text: string) => writeFile(join(folderPath, name), text)

/** A separate database for each test, with the real tables and without the record of their migrations. */
async function freshDatabase() {
  const { pool, log, db, databaseUrl } = await testPlatform()
  await sql`delete from schema_migrations`.execute(db)
  const names = async () =>
    (await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)).rows.map(
      (row) => row.name,
    )
  return { pool, log, db, databaseUrl, names }
}

test('each file is applied once, in order, and a later one is added', async () => {
  const { pool, log, names } = await freshDatabase()
  await write('9001_first.sql', 'create table first_things (id int);')
  await migrate({ pool, log, folder })
  await write('9002_second.sql', 'alter table first_things add column name text;')
  await migrate({ pool, log, folder })
  await migrate({ pool, log, folder })
  expect(await names()).toEqual(['9001_first.sql', '9002_second.sql'])
})

test('a database that would store broken text is refused before the first migration, with what to change', async () => {
  const { log, databaseUrl, db } = await freshDatabase()
  const name = 'senda_ascii'
  await administer(databaseUrl, `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`)
  const { pool, close } = await connectDatabase({ url: urlOfDatabase(databaseUrl, name), log, max: 2 })
  try {
    await expect(migrate({ pool, log, folder })).rejects.toThrow(
      'Its encoding is SQL_ASCII. Create it with createdb --encoding=UTF8',
    )
    expect((await pool.query(`select to_regclass('schema_migrations') as made`)).rows).toEqual([{ made: null }])
  } finally {
    await close()
    await sql.raw(`drop database ${name} with (force)`).execute(db)
  }
})

test('everything that a server lacks is named at once', () => {
  const good = { version: '18.1', major: 18, encoding: 'UTF8', missing: [], mayCreate: true, role: 'senda' }
  expect(findProblems(good)).toEqual([])
  const bad = { version: '14.9', major: 14, encoding: 'LATIN1', missing: ['cube'], mayCreate: false, role: 'senda' }
  expect(findProblems(bad)).toEqual([
    expect.stringContaining('PostgreSQL is 14.9, and Senda needs 15 or newer.'),
    expect.stringContaining('LATIN1'),
    expect.stringContaining('the extensions cube'),
    expect.stringContaining('createdb --owner=senda'),
  ])
})

test('a process starts while a backup reads the list of migrations', async () => {
  const { pool, log } = await freshDatabase()
  await migrate({ pool, log, folder })
  const backup = await pool.connect()
  try {
    await backup.query('begin; lock table schema_migrations in access share mode')
    await migrate({ pool, log, folder })
  } finally {
    await backup.query('rollback')
    backup.release()
  }
})

test('a file with other line endings counts as unchanged, and one with another word as changed', async () => {
  const { pool, log } = await freshDatabase()
  await write('9001_first.sql', 'create table\n  first_things (id int);\n')
  await migrate({ pool, log, folder })
  await write('9001_first.sql', 'create table\r\n  first_things (id int);\r\n')
  await migrate({ pool, log, folder })
  await write('9001_first.sql', 'create table\n  first_things (id bigint);\n')
  await expect(migrate({ pool, log, folder })).rejects.toThrow(
    'The migration 9001_first.sql was changed after it was applied',
  )
})

test('a failed file is rolled back, its error names the line, and the corrected file is applied', async () => {
  const { pool, log, names } = await freshDatabase()
  await write('9001_first.sql', 'create table first_things (id int);')
  await write('9002_second.sql', 'create table second_things (id int);\ncreate tabel third_things (id int);')
  await expect(migrate({ pool, log, folder })).rejects.toThrow(/9002_second\.sql failed, line 2: .*tabel/)
  expect(await names()).toEqual(['9001_first.sql'])
  await write('9002_second.sql', 'create table second_things (id int);')
  await migrate({ pool, log, folder })
  expect(await names()).toEqual(['9001_first.sql', '9002_second.sql'])
})

test('older code refuses a database that newer code has migrated, unless the migration is compatible with it', async () => {
  const { pool, log } = await freshDatabase()
  await write('9001_first.sql', 'create table first_things (id int);')
  await write('9002_second.sql', '-- Compatible with older code.\ncreate table second_things (id int);')
  await migrate({ pool, log, folder })
  await rm(join(folderPath, '9002_second.sql'))
  await migrate({ pool, log, folder })
  await requireMigrated({ pool, folder })
  await rm(join(folderPath, '9001_first.sql'))
  for (const start of [() => migrate({ pool, log, folder }), () => requireMigrated({ pool, folder })])
    await expect(start()).rejects.toThrow('A newer version of Senda has migrated this database (9001_first.sql)')
})

test('a command does not migrate a database that older servers use, and names what it lacks', async () => {
  const { pool, log, names } = await freshDatabase()
  await write('9001_first.sql', 'create table first_things (id int);')
  await expect(requireMigrated({ pool, folder })).rejects.toThrow('migrations that the database lacks: 9001_first.sql')
  expect(await names()).toEqual([])
  await migrate({ pool, log, folder })
  await requireMigrated({ pool, folder })
})

test('two processes that start simultaneously apply each file once', async () => {
  const { pool, log, databaseUrl, names } = await freshDatabase()
  await write('9001_first.sql', 'select pg_sleep(0.1); create table first_things (id int);')
  await write('9002_second.sql', 'create table second_things (id int);')
  const other = await connectDatabase({ url: databaseUrl, log })
  await Promise.all([migrate({ pool, log, folder }), migrate({ pool: other.pool, log, folder })])
  await other.close()
  expect(await names()).toEqual(['9001_first.sql', '9002_second.sql'])
})
