import { z } from 'zod'
import { cronJob, defineJob } from '#server/platform/jobs.ts'
import { clearFarewells } from './usecases/delete-account.ts'
import { clearExports, prepareExport } from './usecases/prepare-export.ts'
import { clearAvatars } from './usecases/update-avatar.ts'

/** Six attempts take about four minutes. */
export const prepareExportJob = defineJob({
  name: 'accounts.prepare-export',
  payload: z.object({ exportId: z.uuid() }),
  maxAttempts: 6,
  run: ({ platform, payload, isLastAttempt = false }) => prepareExport(platform, { ...payload, isLastAttempt }),
})

export const accountsJobs = [
  prepareExportJob,
  cronJob({ name: 'accounts.clear-avatars', cron: '47 5 * * *', run: clearAvatars }),
  cronJob({ name: 'accounts.clear-exports', cron: '53 * * * *', run: clearExports }),
  cronJob({ name: 'accounts.clear-farewells', cron: '57 * * * *', run: clearFarewells }),
]
