import { cronJob } from '#server/platform/jobs.ts'
import { purgeRecords } from './usecases/keep-identities.ts'

export const clinicalRecordsJobs = [cronJob({ name: 'clinical-records.purge', cron: '25 4 * * *', run: purgeRecords })]
