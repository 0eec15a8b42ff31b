import { Logger } from 'graphile-worker'
import type { Log } from './log.ts'

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

/** Writes graphile-worker's log to ours, without its message about a failed job: performJob() logs that without personal data. */
export function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.failure !== true) log[levels[level]]({ from: 'graphile-worker' }, message)
  })
}
