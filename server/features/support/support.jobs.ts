import { cronJob } from '#server/platform/jobs.ts'
import { purgeRequests } from './support.usecases.ts'

export const supportJobs = [cronJob({ name: 'support.purge-requests', cron: '59 5 * * *', run: purgeRequests })]
