import { createLog } from '#server/platform/log.ts'
import { joinEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { administer } from '#server/testing/databases.ts'

/** Runs a statement on the database of the journeys' server, for the passing of time, which no request can cause. */
export async function runSql(statement: string): Promise<void> {
  const dataDir = process.env.E2E_DATA_DIR
  if (dataDir === undefined) throw new Error('the configuration of the journeys names the folder of their server')
  const log = createLog({ logLevel: 'fatal' })
  const { url } = await joinEmbeddedPostgres({ dataDir, log, mayKeepElsewhere: true })
  await administer(url, statement)
}
