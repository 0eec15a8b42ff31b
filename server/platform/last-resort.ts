import type { Log } from './log.ts'
import { isDatabaseUnavailable } from './postgres/database.ts'

/**
 * What happens to an error that no code expects. Each one is a bug: it is logged and counted, so that administrators see it.
 * - A rejection that nothing handles concerns one piece of work: the process goes on.
 * - After any other exception the state of the process is unknown: it finishes its requests and ends, and is started again. Only
 *   a lost connection leaves no such doubt, and ending for it would take every process down together with the database.
 */
export function handleUnexpectedErrors({
  source,
  log,
  count,
  stop,
}: {
  source: Pick<NodeJS.EventEmitter, 'on'>
  log: Log
  count(where: string): void
  stop(): void
}): void {
  source.on('unhandledRejection', (reason: unknown) => {
    count('unhandled rejection')
    log.fatal({ err: toError(reason) }, 'unhandled rejection: the process goes on')
  })
  source.on('uncaughtException', (error: Error, origin: string) => {
    // With a handler above, rejections don't arrive here.
    count('uncaught exception')
    if (isDatabaseUnavailable(error)) {
      log.fatal({ err: error, origin }, 'unhandled loss of a connection: the process goes on')
      return
    }
    log.fatal({ err: error, origin }, 'unhandled exception: the process ends')
    stop()
  })
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason), { cause: reason })
}
