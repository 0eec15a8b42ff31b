import { withDeadline } from './deadline.ts'
import { createLimiter, outsideTurn } from './limiter.ts'
import { isInTransaction } from './postgres/pipelined-database.ts'

export class OutsideTimeoutError extends Error {
  override name = 'OutsideTimeoutError'
}

/** The services that requests wait for. Jobs wait for others, in slots of their own (`OutsideService` in jobs.ts). */
type Service = 'captcha' | 'identity' | 'gateway'

/** Calls of this process to each service: while it is silent, its requests use memory, and those beyond are refused. */
const callsAtOnce = 100
const patienceMs = 2_000
const limit = () => createLimiter({ atOnce: callsAtOnce, patienceMs })
const limiters = { captcha: limit(), identity: limit(), gateway: limit() }

/**
 * Calls an outside service, without the caller's turn and without a connection to the database, so that a slow service delays
 * no other request. `signal` is aborted when the time is over. @throws OutsideTimeoutError, QueueTimeoutError
 */
export async function callOutside<T>({
  service,
  milliseconds,
  call,
}: {
  service: Service
  milliseconds: number
  call(signal: AbortSignal): Promise<T>
}): Promise<T> {
  if (isInTransaction()) throw new Error(`${service} was called within a transaction`)
  const error = () => new OutsideTimeoutError(`${service} did not respond within ${milliseconds} ms`)
  return outsideTurn(() =>
    limiters[service](() => withDeadline({ milliseconds, work: call(AbortSignal.timeout(milliseconds)), error })),
  )
}
