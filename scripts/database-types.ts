// Writes server/platform/postgres/schema.gen.ts from a freshly migrated database; with --verify it only checks whether the
// file is current.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate, PostgresDialect } from 'kysely-codegen'
import { createLog } from '#server/platform/log.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'

const target = new URL('../server/platform/postgres/schema.gen.ts', import.meta.url)

async function generateTypes(): Promise<string> {
  const log = createLog({ logLevel: 'warn' })
  const dataDir = await mkdtemp(join(tmpdir(), 'senda-types-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false })
  try {
    const { db, pool, close } = await connectDatabase({ url: postgres.url, log, max: 8 })
    await migrate({ pool, log })
    const generated = await generate({
      db,
      dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'number' }),
      defaultSchemas: ['public'],
      excludePattern: 'schema_migrations',
      // As database.ts parses them.
      typeMapping: { int8: 'number' },
      outFile: null,
    })
    await close()
    return generated
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const generated = await generateTypes()
if (process.argv.includes('--verify')) {
  const current = await readFile(target, 'utf8').catch(() => '')
  if (current !== generated) {
    console.error('server/platform/postgres/schema.gen.ts is stale: run node scripts/database-types.ts')
    process.exitCode = 1
  }
} else {
  await writeFile(target, generated)
}
