import { failWith } from '#contract/errors.ts'
import { serviceHealthErrors } from '#contract/service-health.ts'
import { api } from '#server/api/procedures.ts'
import { findLastGoodBackup, findLastRun, findRunningSince, slowMs } from '#server/platform/backup/runs.ts'
import { listBrowserErrors, resolveBrowserError } from '#server/platform/browser-errors.ts'
import { findMailPause } from '#server/platform/mail-pause.ts'
import { listMailProblems, retryMail } from '#server/platform/mail-problems.ts'
import { listSlowStatements } from '#server/platform/postgres/statement-times.ts'
import { listProcesses } from '#server/platform/server-processes.ts'
import { listJobProblems, readFreeDisk, readQueues, retryJob } from '#server/platform/service-figures.ts'
import { versionOfSenda } from '#server/platform/version-of-senda.ts'
import { listErrorCounts } from './error-counts.ts'
import { liveStreamsOf } from './live-streams.ts'

const fail = failWith(serviceHealthErrors)
const shownStatements = 20
const startedAt = new Date(performance.timeOrigin)

export const serviceHealthRoutes = {
  get: api.serviceHealth.get.handler(async ({ context: { platform } }) => {
    const [
      problems,
      failedMails,
      processes,
      queues,
      freeDisk,
      lastGoodAt,
      lastRun,
      runningSince,
      mailPausedSince,
      browserErrors,
    ] = await Promise.all([
      listJobProblems(platform.db),
      listMailProblems(platform.db),
      listProcesses(platform.db),
      readQueues(platform.db),
      readFreeDisk(platform),
      findLastGoodBackup(platform.db),
      findLastRun(platform.db),
      findRunningSince(platform.db),
      findMailPause(platform.db),
      listBrowserErrors(platform.db),
    ])
    const now = platform.clock.now().getTime()
    return {
      version: versionOfSenda,
      processes,
      startedAt,
      liveConnections: liveStreamsOf(platform).count(),
      databaseBytes: queues.databaseBytes,
      freeDiskBytes: freeDisk ?? null,
      jobs: { waiting: queues.waitingJobs, problems },
      mails: {
        waiting: queues.waitingMails,
        failing: queues.failingMails,
        oldestWaiting: queues.oldestMail,
        problems: failedMails,
      },
      backups: {
        isNightly: platform.settings.backups.dir !== undefined,
        lastGoodAt: lastGoodAt ?? null,
        error: lastRun?.error ?? null,
        slowSince: runningSince && runningSince.getTime() < now - slowMs ? runningSince : null,
      },
      mailPausedSince: mailPausedSince ?? null,
      errors: listErrorCounts(),
      browserErrors,
      slowStatements: listSlowStatements({ limit: shownStatements }),
    }
  }),

  retryJob: api.serviceHealth.retryJob.handler(async ({ input, context }) => {
    if (!(await retryJob(context.platform.db, input))) throw fail('service_health.job_not_found')
    return { retried: true as const }
  }),

  retryMail: api.serviceHealth.retryMail.handler(async ({ input, context }) => {
    if (!(await retryMail(context.platform.db, input))) throw fail('service_health.mail_not_found')
    return { retried: true as const }
  }),

  resolveError: api.serviceHealth.resolveError.handler(async ({ input, context }) => {
    if (!(await resolveBrowserError(context.platform, input))) throw fail('service_health.error_not_found')
    return { resolved: true as const }
  }),
}
