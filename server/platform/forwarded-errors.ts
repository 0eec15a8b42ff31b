import { listUnsentErrors, setSentCount, type UnsentError } from './browser-errors.ts'
import { newId } from './ids.ts'
import { cronJob } from './jobs.ts'
import type { SentryAddress } from './sentry-dsn.ts'
import { version, versionOfSenda } from './version-of-senda.ts'

const respondWithinMs = 5_000

/**
 * Sends each new error of browsers to SENTRY_DSN, and again when it comes back or has occurred ten times as often: once a minute,
 * a few at a time. What is sent is what «Salud del servicio» shows, and nothing more.
 */
export const forwardErrorsJob = cronJob({
  name: 'browser-errors.forward',
  cron: '* * * * *',
  // The first silence ends it, so a service that is away takes one of the two turns of push messages for five seconds a minute.
  waitsFor: 'push',
  async run(platform) {
    const { sentry } = platform.settings
    if (sentry === undefined) return
    try {
      for (const error of await listUnsentErrors(platform.db)) {
        await send({ sentry, error, publicUrl: platform.settings.publicUrl })
        await setSentCount(platform.db, error)
      }
    } catch (error) {
      // Not a failure of the job: its attempts would pile up beside those of the next minutes.
      platform.log.warn({ err: error }, 'SENTRY_DSN took no error of browsers; the next minute tries again')
    }
  },
})

async function send({
  sentry,
  error,
  publicUrl,
}: {
  sentry: SentryAddress
  error: UnsentError
  publicUrl: string
}): Promise<void> {
  const response = await fetch(sentry.url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(respondWithinMs),
    headers: {
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': `Sentry sentry_version=7, sentry_key=${sentry.key}, sentry_client=senda/${version}`,
    },
    body: envelopeOf({ error, publicUrl }),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`SENTRY_DSN responded ${response.status}`)
}

/** https://develop.sentry.dev/sdk/foundations/transport/envelopes/ */
function envelopeOf({ error, publicUrl }: { error: UnsentError; publicUrl: string }): string {
  // Each sending is an event of its own, which the service groups by the fingerprint.
  const eventId = newId().replaceAll('-', '')
  const { name: type, message: value, count, page, browser, fingerprint, kind } = error
  const event = {
    event_id: eventId,
    timestamp: error.lastSeen.getTime() / 1000,
    platform: 'javascript',
    level: 'error',
    release: `senda@${error.version || versionOfSenda}`,
    fingerprint: [fingerprint],
    tags: { kind, page, browser },
    extra: { count },
    exception: { values: [{ type, value, stacktrace: { frames: framesOf({ stack: error.stack, publicUrl }) } }] },
  }
  return [{ event_id: eventId }, { type: 'event' }, event].map((part) => JSON.stringify(part)).join('\n')
}

/** Sentry has the outermost function first. */
function framesOf({ stack, publicUrl }: { stack: string; publicUrl: string }) {
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, name, file, lineno, colno] = /^(?:(\S+) )?(assets\/[^\s:]+):(\d+)(?::(\d+))?$/.exec(line) ?? []
      if (file === undefined) return []
      return [{ function: name, filename: `${publicUrl}/${file}`, lineno: Number(lineno), colno: Number(colno ?? 0) }]
    })
    .reverse()
}
