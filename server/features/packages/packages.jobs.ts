import { cronJob } from '#server/platform/jobs.ts'
import { warnOfEnds } from './usecases/warn-of-ends.ts'

export const packagesJobs = [
  // By day, when people read their mail. A later run sends what an earlier run missed.
  cronJob({ name: 'packages.warn-of-ends', cron: '17 12-22 * * *', run: warnOfEnds }),
]
