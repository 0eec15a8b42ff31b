import { cronJob } from '#server/platform/jobs.ts'
import { clearInvitations } from './usecases/accept-invitation.ts'
import { clearCenterPictures } from './usecases/update-pictures.ts'

export const centersJobs = [
  cronJob({ name: 'centers.clear-pictures', cron: '49 5 * * *', run: clearCenterPictures }),
  cronJob({ name: 'centers.clear-invitations', cron: '53 5 * * *', run: clearInvitations }),
]
