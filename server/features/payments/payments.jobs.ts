import { cronJob } from '#server/platform/jobs.ts'
import { refundJob, repeatRefunds } from './usecases/refund-online.ts'

export const paymentsJobs = [
  refundJob,
  cronJob({ name: 'payments.repeat_refunds', cron: '37 5 * * *', run: repeatRefunds }),
]
