import { Logger } from 'graphile-worker'
import type { Log } from './log.ts'

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

/** graphile-worker's log in ours. Its message about a failed job is dropped: the job's own log line has no personal data. */
export function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.failure !== true) log[levels[level]]({ from: 'graphile-worker' }, message)
  })
}
