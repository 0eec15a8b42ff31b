import { cronJob } from '#server/platform/jobs.ts'
import { purgeInvitations } from './usecases/invite-member.ts'
import { deleteUnusedCenterPictures } from './usecases/update-pictures.ts'

export const centersJobs = [
  cronJob({ name: 'centers.delete-unused-pictures', cron: '49 5 * * *', run: deleteUnusedCenterPictures }),
  cronJob({ name: 'centers.purge-invitations', cron: '53 5 * * *', run: purgeInvitations }),
]
