import { cronJob } from '#server/platform/jobs.ts'
import { purgeRecords } from './usecases/keep-identities.ts'
import { purgeDrafts } from './usecases/private-notes.ts'

export const clinicalRecordsJobs = [
  cronJob({ name: 'clinical-records.purge', cron: '25 4 * * *', run: purgeRecords }),
  cronJob({ name: 'clinical-records.purge-drafts', cron: '35 4 * * *', run: purgeDrafts }),
]
