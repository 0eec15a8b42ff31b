import { cronJob } from '#server/platform/jobs.ts'
import { announcePromotions } from './usecases/announce-promotions.ts'
import { releaseExpiredUses } from './usecases/apply-promotion.ts'

export const promotionsJobs = [
  cronJob({ name: 'promotions.release', cron: '* * * * *', run: releaseExpiredUses }),
  // From 9 to 21 in Montevideo, which is three hours behind UTC.
  cronJob({ name: 'promotions.announce', cron: '*/10 12-23 * * *', run: announcePromotions }),
]
