import { cronJob } from '#server/platform/jobs.ts'
import { findLatePayments, settleCheckouts } from './usecases/settle-checkouts.ts'

export const checkoutsJobs = [
  cronJob({ name: 'checkouts.settle', cron: '* * * * *', run: settleCheckouts, waitsFor: 'gateway' }),
  cronJob({ name: 'checkouts.find_late', cron: '* * * * *', run: findLatePayments, waitsFor: 'gateway' }),
]
