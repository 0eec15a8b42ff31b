import { z } from 'zod'
import { cronJob, defineJob } from '#server/platform/jobs.ts'
import { purgeDeletionMails } from './usecases/delete-account.ts'
import { prepareExport, purgeExports } from './usecases/prepare-export.ts'
import { deleteUnusedAvatars } from './usecases/update-avatar.ts'

/** Six attempts take about four minutes. */
export const prepareExportJob = defineJob({
  name: 'accounts.prepare-export',
  payload: z.object({ exportId: z.uuid() }),
  maxAttempts: 6,
  run: ({ platform, payload, isLastAttempt = false }) => prepareExport(platform, { ...payload, isLastAttempt }),
})

export const accountsJobs = [
  prepareExportJob,
  cronJob({ name: 'accounts.delete-unused-avatars', cron: '47 5 * * *', run: deleteUnusedAvatars }),
  cronJob({ name: 'accounts.purge-exports', cron: '53 * * * *', run: purgeExports }),
  cronJob({ name: 'accounts.purge-deletion-mails', cron: '57 * * * *', run: purgeDeletionMails }),
]
