import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createLog } from '../platform/log.ts'
import { connectDatabase } from '../platform/postgres/database.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts'
import { migrate } from '../platform/postgres/migrate.ts'
import { administer, urlOfDatabase } from './databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which databases may be created, and the migrated one that each test file copies. */
    postgres: { url: string; template: string }
  }
}

/** Runs once: a throw-away PostgreSQL (or the one at DATABASE_URL) with one migrated database to copy. */
export default async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  const log = createLog({ logLevel: 'warn' })
  const server = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, stop: async () => undefined }
    : await startThrowAway()
  // The pid keeps two runs on one server apart.
  const template = `senda_template_${process.pid}`
  await administer(server.url, `create database ${template}`)
  const { pool, close } = await connectDatabase({ url: urlOfDatabase(server.url, template), log, max: 4 })
  await migrate({ pool, log })
  // A database that somebody is connected to can't be copied.
  await close()
  project.provide('postgres', { url: server.url, template })

  return async () => {
    if (process.env.DATABASE_URL) await administer(server.url, `drop database ${template} with (force)`)
    await server.stop()
  }
}

async function startThrowAway(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(await roomyFolder(), 'senda-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog({ logLevel: 'warn' }), durable: false })
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Linux's folder in memory where it has a gigabyte to spare (containers often have 64 MB): copying a database there is ten times as fast. */
async function roomyFolder(): Promise<string> {
  const space = await statfs('/dev/shm').catch(() => undefined)
  return space && space.bavail * space.bsize > 1_000_000_000 ? '/dev/shm' : tmpdir()
}
