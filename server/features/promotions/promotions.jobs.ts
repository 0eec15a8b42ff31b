import { cronJob } from '#server/platform/jobs.ts'
import { releaseExpiredUses } from './usecases/apply-promotion.ts'

export const promotionsJobs = [cronJob({ name: 'promotions.release', cron: '* * * * *', run: releaseExpiredUses })]
