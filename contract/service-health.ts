import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { route } from './route.ts'
import { instant } from './values.ts'

export const serviceHealthErrors = {
  'service_health.job_not_found': { status: 404, message: 'Esa tarea ya no está: se hizo o se quitó.' },
} as const satisfies ErrorMap

export const jobState = z.object({
  id: z.string(),
  name: z.string(),
  attempts: z.number().int(),
  maxAttempts: z.number().int(),
  /** The last error, at most 500 characters. */
  error: z.string(),
  /** When it runs again; for a job that has used all attempts, when it ran last. */
  runAt: instant,
  /** The job has used all its attempts and waits for an administrator. */
  isGivenUp: z.boolean(),
})
export type JobState = z.output<typeof jobState>

/** A statement that the database ran, without its values. Times are in milliseconds, as the process that responds saw them. */
export const slowStatement = z.object({
  text: z.string(),
  count: z.number().int(),
  /** The median is accurate to ten percent. */
  medianMs: z.number(),
  maxMs: z.number(),
  totalMs: z.number(),
})

export const healthReport = z.object({
  version: z.string(),
  /** The start of the process that responds. */
  startedAt: instant,
  /** Live streams of the process that responds. */
  liveConnections: z.number().int(),
  databaseBytes: z.number().int(),
  /** Free space where the uploaded files are; null when the operating system does not report it. */
  freeDiskBytes: z.number().int().nullable(),
  jobs: z.object({ waiting: z.number().int(), failed: z.array(jobState) }),
  mails: z.object({
    waiting: z.number().int(),
    /** The jobs that were attempted at least once without success. */
    failing: z.number().int(),
    oldestWaiting: instant.nullable(),
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
    .errors(serviceHealthErrors),
}
