import pg from 'pg'

import { createLog } from '#server/platform/log.ts'
import { joinEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'

/** Changes the sign-in to an hour ago, in the database of the shared server. */
export async function ageSignIn(email: string): Promise<void> {
  const dataDir = process.env.E2E_DATA_DIR
  if (dataDir === undefined) throw new Error('E2E_DATA_DIR is not set')
  const log = createLog({ logLevel: 'silent' })
  const postgres = await joinEmbeddedPostgres({ dataDir, log, mayKeepElsewhere: true })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `update sessions set amr = (
         select jsonb_agg(proof || jsonb_build_object('timestamp', (proof->>'timestamp')::bigint - 3600))
         from jsonb_array_elements(amr) proof
       ) where user_id = (select id from users where email = $1)`,
      [email],
    )
    if (rowCount === 0) throw new Error(`${email} is signed in nowhere`)
  } finally {
    await client.end()
    await postgres.stop()
  }
}
