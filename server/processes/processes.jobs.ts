import { cronJob } from '#server/platform/jobs.ts'
import { endSuspensions } from './act-on-users.ts'
import { backUpNightly } from './back-up.ts'
import { purgeDeletionMails } from './delete-account.ts'
import { prepareExportJob, purgeExports } from './export-data.ts'

export const processesJobs = [
  cronJob({ name: 'backups.nightly', cron: '*/10 * * * *', run: backUpNightly }),
  prepareExportJob,
  cronJob({ name: 'accounts.end-suspensions', cron: '* * * * *', run: endSuspensions }),
  cronJob({ name: 'accounts.purge-deletion-mails', cron: '57 * * * *', run: purgeDeletionMails }),
  cronJob({ name: 'accounts.purge-exports', cron: '53 * * * *', run: purgeExports }),
]
