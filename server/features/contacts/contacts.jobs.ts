import { cronJob } from '#server/platform/jobs.ts'
import { purgeMergedGuests } from './usecases/purge-merged-guests.ts'

export const contactsJobs = [
  cronJob({ name: 'contacts.purge-merged-guests', cron: '41 * * * *', run: purgeMergedGuests }),
]
