import { cronJob } from '#server/platform/jobs.ts'
import { requestReviews } from './usecases/request-reviews.ts'

export const reviewsJobs = [cronJob({ name: 'reviews.request', cron: '*/10 * * * *', run: requestReviews })]
