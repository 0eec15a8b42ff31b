import { cronJob } from '#server/platform/jobs.ts'
import { deleteUnusedPhotos } from './usecases/update-photo.ts'

export const professionalsJobs = [
  cronJob({ name: 'professionals.delete-unused-photos', cron: '51 5 * * *', run: deleteUnusedPhotos }),
]
