import type { Log } from '#server/platform/log.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import type { joinEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import type { Settings } from '#server/platform/settings.ts'
import { StartError } from '#server/platform/start-error.ts'

type Opened = {
  settings: Settings
  log: Log
  /** Closes the database, and the embedded server that this command has started. */
  resources: AsyncDisposableStack
  /** Starts the embedded server, or joins a running one. */
  openEmbedded: typeof joinEmbeddedPostgres
}

/** The database of DATABASE_URL, or the embedded one. @throws StartError with the server's reason */
export async function openDatabase({ settings, log, resources, openEmbedded }: Opened) {
  let url = settings.databaseUrl
  if (url === undefined) {
    const { dataDir, production } = settings
    const postgres = await openEmbedded({ dataDir, log, mayKeepElsewhere: !production })
    resources.defer(() => postgres.stop())
    url = postgres.url
  }
  const { close, ...database } = await connectDatabase({ url, log, max: 4, name: 'senda admin' }).catch(
    (error: Error) => {
      throw new StartError(`Cannot open the database: ${error.message}`, { cause: error })
    },
  )
  resources.defer(close)
  return database
}
