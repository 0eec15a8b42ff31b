import { cronJob } from '#server/platform/jobs.ts'
import { purgeDeletionMails } from './usecases/delete-account.ts'
import { endSuspensions } from './usecases/measure-user.ts'
import { deleteUnusedAvatars } from './usecases/update-avatar.ts'

export const accountsJobs = [
  cronJob({ name: 'accounts.end-suspensions', cron: '* * * * *', run: endSuspensions }),
  cronJob({ name: 'accounts.delete-unused-avatars', cron: '47 5 * * *', run: deleteUnusedAvatars }),
  cronJob({ name: 'accounts.purge-deletion-mails', cron: '57 * * * *', run: purgeDeletionMails }),
]
