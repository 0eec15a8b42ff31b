import { pino } from 'pino'

import type { Settings } from './settings.ts'
import { versionOfSenda } from './version-of-senda.ts'

export type Log = pino.Logger

const secretKeys = ['authorization', 'body', 'cookie', 'email', 'password', 'refresh_token', 'secret', 'to', 'token']

/** JSON lines on standard output. Callers log ids, never bodies, tokens or e-mail addresses; what slips in is masked. */
export function createLog(settings: Pick<Settings, 'logLevel'>): Log {
  return pino({
    level: settings.logLevel,
    base: { pid: process.pid, version: versionOfSenda },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`]), censor: '[hidden]' },
    serializers: { err: serializeError },
  })
}

/** Only these fields are logged: a PostgreSQL error's `detail` and `parameters` carry the values of the row. */
function serializeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: maskEmails(String(error)) }
  return {
    type: error.name,
    message: maskEmails(error.message),
    code: 'code' in error ? error.code : undefined,
    constraint: 'constraint' in error ? error.constraint : undefined,
    stack: maskEmails(error.stack ?? ''),
    cause: error.cause === undefined ? undefined : serializeError(error.cause),
  }
}

/** Also for errors that are stored. */
export function maskEmails(text: string): string {
  return text.replaceAll(/[^\s"'(<=>)]+/g, (word) => (isEmail(word) ? '[email]' : word))
}

/**
 * Whether a word is an address, or several joined by commas. A domain without a dot before its next slash is a package
 * in a stack.
 */
function isEmail(word: string): boolean {
  const [, ...domains] = word.split('@')
  return domains.some((domain) => domain.split(/[/,;:]/, 1)[0]?.includes('.'))
}
