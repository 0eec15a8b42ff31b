import { cronJob } from '#server/platform/jobs.ts'
import { expireChecks } from './usecases/expire-checks.ts'
import { deleteUnusedDocuments } from './usecases/upload-document.ts'

export const complianceJobs = [
  // Every hour, so that it also runs at midnight in Montevideo in every time-zone offset.
  cronJob({ name: 'compliance.expire-checks', cron: '4 * * * *', run: expireChecks }),
  cronJob({ name: 'compliance.clear-documents', cron: '43 5 * * *', run: deleteUnusedDocuments }),
]
