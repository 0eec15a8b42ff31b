import { Logger } from 'graphile-worker'
import type { Log } from './log.ts'

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

/** graphile-worker's log in ours. What it says about a failed job is left out: the job's own log line says it without people's data. */
export function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.failure !== true) log[levels[level]]({ from: 'graphile-worker' }, message)
  })
}
