import { cronJob } from '#server/platform/jobs.ts'
import { announceLegalTexts } from './usecases/legal-texts.ts'

export const operatorJobs = [
  // From 9 to 21 in Montevideo, which is three hours behind UTC.
  cronJob({ name: 'operator.announce_legal_texts', cron: '*/10 12-23 * * *', run: announceLegalTexts }),
]
