import { refundJob } from './usecases/refund-online.ts'

export const paymentsJobs = [refundJob]
