import { cronJob } from '#server/platform/jobs.ts'
import { purgeVocabulary } from './usecases/purge-vocabulary.ts'

export const searchJobs = [cronJob({ name: 'search.purge-vocabulary', cron: '12 4 * * *', run: purgeVocabulary })]
