import { cronJob } from '#server/platform/jobs.ts'
import { expirePoints } from './usecases/points.ts'
import { expireRedemptions } from './usecases/redeem-reward.ts'

export const loyaltyJobs = [
  cronJob({ name: 'loyalty.expire_points', cron: '20 6 * * *', run: expirePoints }),
  cronJob({ name: 'loyalty.expire_redemptions', cron: '5 * * * *', run: expireRedemptions }),
]
