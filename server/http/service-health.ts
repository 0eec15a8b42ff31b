import { failWith } from '#contract/errors.ts'
import { serviceHealthErrors } from '#contract/service-health.ts'
import { api } from '#server/api/procedures.ts'
import { findLastGoodBackup, findLastRun, findRunningSince, slowMs } from '#server/platform/backup/runs.ts'
import { findMailPause } from '#server/platform/mail-pause.ts'
import { listSlowStatements } from '#server/platform/postgres/statement-times.ts'
import { listFailedJobs, readFreeDisk, readQueues, retryJob } from '#server/platform/service-figures.ts'
import { version } from '#server/platform/version-of-senda.ts'
import { listErrorCounts } from './error-counts.ts'
import { liveStreamsOf } from './live-streams.ts'

const fail = failWith(serviceHealthErrors)
const shownStatements = 20
const startedAt = new Date(performance.timeOrigin)

export const serviceHealthRoutes = {
  get: api.serviceHealth.get.handler(async ({ context: { platform } }) => {
    const [failed, queues, freeDisk, lastGoodAt, lastRun, runningSince, mailPausedSince] = await Promise.all([
      listFailedJobs(platform.db),
      readQueues(platform.db),
      readFreeDisk(platform),
      findLastGoodBackup(platform.db),
      findLastRun(platform.db),
      findRunningSince(platform.db),
      findMailPause(platform.db),
    ])
    const now = platform.clock.now().getTime()
    return {
      version,
      startedAt,
      liveConnections: liveStreamsOf(platform).count(),
      databaseBytes: queues.databaseBytes,
      freeDiskBytes: freeDisk ?? null,
      jobs: {
        waiting: queues.waitingJobs,
        failed: failed.map((job) => ({ ...job, isGivenUp: job.attempts >= job.maxAttempts })),
      },
      mails: {
        waiting: queues.waitingMails,
        failing: queues.failingMails,
        oldestWaiting: queues.oldestMail,
      },
      backups: {
        isNightly: platform.settings.backups.dir !== undefined,
        lastGoodAt: lastGoodAt ?? null,
        error: lastRun?.error ?? null,
        slowSince: runningSince && runningSince.getTime() < now - slowMs ? runningSince : null,
      },
      mailPausedSince: mailPausedSince ?? null,
      errors: listErrorCounts(),
      slowStatements: listSlowStatements({ limit: shownStatements }),
    }
  }),

  retryJob: api.serviceHealth.retryJob.handler(async ({ input, context }) => {
    if (!(await retryJob(context.platform.db, input))) throw fail('service_health.job_not_found')
    return { retried: true as const }
  }),
}
