import type { Log } from '../log.ts'
import { connectionName as name } from '../server-processes.ts'
import { connectDatabase, type Database } from './database.ts'

/** The connections are for the four kinds of jobs, each of which keeps one for listening, and for what the jobs do. */
const jobConnections = 12
/** How many counts of reads run at the same time. */
export const countsAtOnce = 4
/**
 * The connections are for readiness, the live notices and the counts of reads. docs/deployment.md names the sum of what
 * is fixed.
 */
const reserveConnections = 2 + countsAtOnce

/** A request that waits for longer is refused, so that its visitor may try again. */
const requestWaitMs = 2_000
/** A job may wait: its work is late anyway. */
const jobWaitMs = 10_000

export type ProcessDatabases = {
  requests: Database
  jobs: Database
  reserve: Database
  close(): Promise<void>
}

/**
 * The pools of a server's process. They are separate, so that requests which wait for a lock, and use every connection that
 * requests may use, delay neither readiness nor jobs nor live notices.
 */
export async function connectProcess({
  url,
  requests: max,
  log,
}: {
  url: string
  requests: number
  log: Log
}): Promise<ProcessDatabases> {
  const requests = await connectDatabase({ url, log, max, waitMs: requestWaitMs, name })
  try {
    const jobs = await connectDatabase({ url, log, max: jobConnections, waitMs: jobWaitMs, name })
    const reserve = await connectDatabase({ url, log, max: reserveConnections, waitMs: requestWaitMs, name })
    const close = async () => void (await Promise.all([requests.close(), jobs.close(), reserve.close()]))
    return { requests, jobs, reserve, close }
  } catch (error) {
    await requests.close()
    throw error
  }
}
