import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { type SettableClock, settableClock } from '../platform/clock.ts'
import { createDiskFiles } from '../platform/file-store.ts'
import { performJob } from '../platform/jobs.ts'
import { createKeyRing } from '../platform/key-ring.ts'
import { createLive } from '../platform/live.ts'
import { createLog } from '../platform/log.ts'
import { withTimeLimit } from '../platform/payment-gateway.ts'
import type { Platform } from '../platform/platform.ts'
import { connectDatabase } from '../platform/postgres/database.ts'
import { readSettings, type Settings } from '../platform/settings.ts'
import { createSimulado } from '../simulado/simulado.ts'
import { administerOften, urlOfDatabase } from './databases.ts'
import { onCleanup } from './resources.ts'

/** `databaseUrl` is for tests that need a second pool or process on the same rows. */
export type TestPlatform = Platform & { clock: SettableClock; databaseUrl: string }

/** A Friday, 09:00 in Montevideo. */
const start = new Date('2026-11-20T12:00:00Z')

/** A new migrated database with a stopped clock. No jobs run until `runJobs` runs those that are due. */
export async function testPlatform(input: { settings?: Partial<Settings>; start?: Date } = {}): Promise<TestPlatform> {
  const { url, template } = inject('postgres')
  const database = `senda_test_${randomBytes(8).toString('hex')}`
  // Twice as fast as the default, which writes every page through the log.
  await administerOften(url, `create database ${database} template ${template} strategy file_copy`)
  const databaseUrl = urlOfDatabase(url, database)
  const dataDir = join(tmpdir(), database)
  const log = createLog({ logLevel: process.env.LOG_LEVEL ?? 'silent' })
  // Enough for races and for who watches them; each further connection reads the catalogue and plans every statement again.
  const { db, pool, close } = await connectDatabase({ url: databaseUrl, log, max: 6 })
  const live = createLive({ pool, log })
  onCleanup(async () => {
    await live.close()
    await close()
    await rm(dataDir, { recursive: true, force: true })
    await administerOften(url, `drop database ${database} with (force)`)
  })
  const settings = { ...readSettings({ NODE_ENV: 'test', PORT: '3000', DATA_DIR: dataDir }), ...input.settings }
  // Created with the first file, so that a test without files doesn't use the disk.
  const files = createDiskFiles({ folder: join(dataDir, 'files') })
  const secret = Buffer.alloc(32, 'test')
  const recordKeys = createKeyRing([{ id: 'test', bytes: Buffer.alloc(32, 'health') }])
  const base = {
    settings,
    log,
    db,
    pool,
    reserve: { db, pool },
    clock: settableClock(input.start ?? start),
    files,
    live,
    secret,
    recordKeys,
    databaseUrl,
  }
  return { ...base, gateway: withTimeLimit(createSimulado(base)) }
}

/**
 * Runs the waiting jobs one after the other until none is due by the platform's clock, including jobs that jobs add.
 * An error of a job is thrown here, and the job keeps waiting. `only`: the jobs of this name.
 */
export async function runJobs(platform: Platform, { only }: { only?: string } = {}): Promise<void> {
  for (;;) {
    // A job without a date has the server's time and is always due.
    const { rows } = await sql<{ id: number; name: string; payload: unknown }>`
      select jobs.id, tasks.identifier as name, jobs.payload
      from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where (jobs.run_at = jobs.updated_at or jobs.run_at <= ${platform.clock.now()})
        and tasks.identifier = coalesce(${only ?? null}::text, tasks.identifier)
      order by jobs.id limit 1`.execute(platform.db)
    const [job] = rows
    if (!job) return
    await performJob({ platform, name: job.name, payload: job.payload })
    await sql`select graphile_worker.complete_jobs(array[${job.id}]::bigint[])`.execute(platform.db)
  }
}
