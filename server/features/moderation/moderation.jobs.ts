import { cronJob } from '#server/platform/jobs.ts'
import { addUpFigures } from './usecases/read-staff-figures.ts'

export const moderationJobs = [cronJob({ name: 'moderation.add-up-figures', cron: '11 * * * *', run: addUpFigures })]
