import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#server/platform/log.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'

const log = createLog({ logLevel: 'warn' })

/** A migrated database with the durability of production, in a temporary folder that is deleted with it. */
export async function benchDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), 'senda-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const database = await connectDatabase({ url: postgres.url, log })
  await migrate({ pool: database.pool, log })
  return {
    ...database,
    url: postgres.url,
    async stop() {
      await database.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
