import { z } from 'zod'

import { defineJob } from '#server/platform/jobs.ts'

import { expireChecks } from './usecases/expire-checks.ts'
import { clearDocuments } from './usecases/upload-document.ts'

/** Every hour, so that midnight in Montevideo is among them whatever the clocks do. */
export const expireChecksJob = defineJob({
  name: 'compliance.expire-checks',
  payload: z.object({}),
  cron: '4 * * * *',
  run: ({ platform }) => expireChecks(platform),
})

export const clearDocumentsJob = defineJob({
  name: 'compliance.clear-documents',
  payload: z.object({}),
  cron: '43 5 * * *',
  run: ({ platform }) => clearDocuments(platform),
})
