import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { pickErrors } from './errors.ts'
import { route } from './route.ts'
import { id, instant } from './values.ts'

export const serviceHealthErrors = {
  'service_health.job_not_found': { status: 404, message: 'Esa tarea ya no está: se hizo o se quitó.' },
  'service_health.mail_not_found': { status: 404, message: 'Ese correo ya no se puede volver a enviar.' },
  'service_health.error_not_found': { status: 404, message: 'Ese error ya no está en la lista.' },
} as const satisfies ErrorMap

export const jobState = z.object({
  id: z.string(),
  name: z.string(),
  attempts: z.number().int(),
  maxAttempts: z.number().int(),
  /** The last error, at most 500 characters. */
  error: z.string(),
  /**
   * `given_up` has used all its attempts and waits for an administrator; `failing` is tried again; `late` is due for five minutes and no
   * process takes it; `stuck` runs for half an hour.
   */
  state: z.enum(['given_up', 'failing', 'late', 'stuck']),
  /** When it runs again, or ran last; of a late one, when it was due; of a stuck one, when it began. */
  since: instant,
})
export type JobState = z.output<typeof jobState>

/** A mail that did not leave, without its address. Whether one `in_doubt` arrived isn't known, so it is not sent again. */
export const mailState = z.object({
  id,
  /** Such as `appointments.booked`. */
  kind: z.string(),
  state: z.enum(['failing', 'in_doubt', 'refused']),
  attempts: z.number().int(),
  error: z.string(),
  createdAt: instant,
})
export type MailState = z.output<typeof mailState>

/** A statement that the database ran, without its values. Times are in milliseconds, as the process that responds saw them. */
export const slowStatement = z.object({
  text: z.string(),
  count: z.number().int(),
  /** The median is accurate to ten percent. */
  medianMs: z.number(),
  maxMs: z.number(),
  totalMs: z.number(),
})

/** Errors alike of browsers. Nothing in it is of a person: `page` and `message` have `…` for what may be. */
export const browserError = z.object({
  id,
  /** Of a script, or something that the content security policy refused. */
  kind: z.enum(['script', 'policy']),
  name: z.string(),
  message: z.string(),
  /** The functions and their places in the files of the build, the innermost first, one a line. */
  stack: z.string(),
  page: z.string(),
  browser: z.string(),
  /** Of the server, at the latest occurrence. */
  version: z.string(),
  count: z.number().int(),
  firstSeen: instant,
  lastSeen: instant,
})
export type BrowserError = z.output<typeof browserError>

export const healthReport = z.object({
  version: z.string(),
  /** Every process that is connected to the database, the one that responds first. */
  processes: z.array(
    z.object({
      pid: z.number().int(),
      host: z.string(),
      version: z.string(),
      startedAt: instant,
      isThis: z.boolean(),
    }),
  ),
  /** The start of the process that responds. */
  startedAt: instant,
  /** Live streams of the process that responds. */
  liveConnections: z.number().int(),
  databaseBytes: z.number().int(),
  /** Free space where the uploaded files are; null when the operating system does not report it. */
  freeDiskBytes: z.number().int().nullable(),
  /** At most 50 that need a look. */
  jobs: z.object({ waiting: z.number().int(), problems: z.array(jobState) }),
  mails: z.object({
    waiting: z.number().int(),
    /** The jobs that were attempted at least once without success. */
    failing: z.number().int(),
    oldestWaiting: instant.nullable(),
    /** At most 50, the newest first. */
    problems: z.array(mailState),
  }),
  backups: z.object({
    /** Whether the process that responds has a folder for nightly backups. */
    isNightly: z.boolean(),
    /** The moment whose rows the last complete backup has, by hand or by night; null when there is none of the last 90 days. */
    lastGoodAt: instant.nullable(),
    /** Why the last attempt failed; null when it did not, or still runs. */
    error: z.string().nullable(),
    /** When an attempt began that has run for six hours and not ended, so that its folder may not respond; null without one. */
    slowSince: instant.nullable(),
  }),
  /** Since when a restored copy sends neither mails nor push messages; null when it does. */
  mailPausedSince: instant.nullable(),
  /** Unexpected errors since the process started, the latest first. */
  errors: z.array(z.object({ where: z.string(), count: z.number().int(), lastAt: instant })),
  /** At most 50 that are not resolved, the latest first. */
  browserErrors: z.array(browserError),
  /** At most 20 since the process started, the one with the longest run first. */
  slowStatements: z.array(slowStatement),
})
export type HealthReport = z.output<typeof healthReport>

export const serviceHealth = {
  get: route({
    method: 'GET',
    path: '/staff/service-health',
    access: ['admin'],
    summary: 'Cómo está funcionando el servicio',
    tags: ['Administración'],
  }).output(healthReport),
  retryJob: route({
    method: 'POST',
    path: '/staff/service-health/jobs/{jobId}/retry',
    access: ['admin'],
    changes: ['serviceHealth'],
    summary: 'Vuelve a intentar una tarea que falló',
    tags: ['Administración'],
  })
    .input(z.object({ jobId: z.string().regex(/^\d{1,18}$/, 'No es una tarea') }))
    .output(z.object({ retried: z.literal(true) }))
    .errors(pickErrors(serviceHealthErrors, 'service_health.job_not_found')),
  retryMail: route({
    method: 'POST',
    path: '/staff/service-health/mails/{mailId}/retry',
    access: ['admin'],
    changes: ['serviceHealth'],
    summary: 'Vuelve a intentar un correo que no sale',
    description:
      'No sirve para uno en duda, que puede haber llegado, ni para uno rechazado, cuyo contenido ya se borró.',
    tags: ['Administración'],
  })
    .input(z.object({ mailId: id }))
    .output(z.object({ retried: z.literal(true) }))
    .errors(pickErrors(serviceHealthErrors, 'service_health.mail_not_found')),
  resolveError: route({
    method: 'POST',
    path: '/staff/service-health/browser-errors/{errorId}/resolve',
    access: ['admin'],
    changes: ['serviceHealth'],
    summary: 'Da por resuelto un error de los navegadores',
    description: 'Si vuelve a ocurrir, vuelve a la lista.',
    tags: ['Administración'],
  })
    .input(z.object({ errorId: id }))
    .output(z.object({ resolved: z.literal(true) }))
    .errors(pickErrors(serviceHealthErrors, 'service_health.error_not_found')),
}
