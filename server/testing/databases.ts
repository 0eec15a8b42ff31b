import pg from 'pg'

/** Runs one statement outside a transaction on the server's own database, as creating a database requires. */
export async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

let kept: { url: string; pool: pg.Pool } | undefined

/**
 * Like administer(), on one connection for all test files of a process: PostgreSQL starts a process for each new one, which
 * takes half as long as creating a database.
 */
export async function administerOften(serverUrl: string, statement: string): Promise<void> {
  if (kept?.url !== serverUrl) kept = { url: serverUrl, pool: openOne(serverUrl) }
  await kept.pool.query(statement)
}

/** It ends with the process, and does not keep it running. */
function openOne(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true, idleTimeoutMillis: 60_000 })
  // A test may stop the server.
  pool.on('error', () => undefined)
  return pool
}

/** The URL of another database on the same server. */
export function urlOfDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
