import { cronJob } from '#server/platform/jobs.ts'
import { deleteUnusedAvatars } from './usecases/update-avatar.ts'

export const accountsJobs = [
  cronJob({ name: 'accounts.delete-unused-avatars', cron: '47 5 * * *', run: deleteUnusedAvatars }),
]
