import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createLog } from '../platform/log.ts'
import { connectDatabase } from '../platform/postgres/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/postgres/embedded.ts'
import { migrate } from '../platform/postgres/migrate.ts'
import { administer, urlOfDatabase } from './databases.ts'
import { hashMigrated, StoredCluster } from './stored-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which tests may create databases, and the migrated database that each test file copies. */
    postgres: { url: string; template: string }
  }
}

const log = createLog({ logLevel: 'warn' })
const template = 'senda_template'

/** Runs once: starts a temporary PostgreSQL (or uses the one at DATABASE_URL) with one migrated database to copy. */
export default async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.DATABASE_URL) return setUpOn({ project, url: process.env.DATABASE_URL })
  const dataDir = await mkdtemp(join(await roomyFolder(), 'senda-test-'))
  const stored = new StoredCluster(await hashMigrated())
  const wasStored = await stored.restoreTo(dataDir)
  let postgres = await start(dataDir)
  if (!wasStored) {
    await createTemplate({ url: postgres.url, template })
    // The files of a running server cannot be copied.
    await postgres.stop()
    await stored.keep(dataDir)
    postgres = await start(dataDir)
  }
  project.provide('postgres', { url: postgres.url, template })

  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function setUpOn({ url, project }: { project: TestProject; url: string }): Promise<() => Promise<void>> {
  // The pid distinguishes two runs on one server.
  const templateOfRun = `${template}_${process.pid}`
  await createTemplate({ url, template: templateOfRun })
  project.provide('postgres', { url, template: templateOfRun })
  return () => administer(url, `drop database ${templateOfRun} with (force)`)
}

async function createTemplate({ url, template }: { url: string; template: string }): Promise<void> {
  await administer(url, `create database ${template}`)
  const { pool, close } = await connectDatabase({ url: urlOfDatabase(url, template), log, max: 4 })
  await migrate({ pool, log })
  // A database with open connections cannot be copied.
  await close()
}

function start(dataDir: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log, durable: false })
}

/**
 * Linux's folder in memory, if it has a free gigabyte (containers often have 64 MB): copying a database there is ten times
 * as fast.
 */
async function roomyFolder(): Promise<string> {
  const space = await statfs('/dev/shm').catch(() => undefined)
  return space && space.bavail * space.bsize > 1_000_000_000 ? '/dev/shm' : tmpdir()
}
