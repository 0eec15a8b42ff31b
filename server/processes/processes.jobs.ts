import { cronJob } from '#server/platform/jobs.ts'
import { prepareExportJob, purgeExports } from './export-data.ts'

export const processesJobs = [
  prepareExportJob,
  cronJob({ name: 'accounts.purge-exports', cron: '53 * * * *', run: purgeExports }),
]
