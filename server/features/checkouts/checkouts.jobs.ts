import { cronJob } from '#server/platform/jobs.ts'
import { settleCheckouts } from './usecases/settle-checkouts.ts'

export const checkoutsJobs = [
  cronJob({ name: 'checkouts.settle', cron: '* * * * *', run: settleCheckouts, waitsFor: 'gateway' }),
]
