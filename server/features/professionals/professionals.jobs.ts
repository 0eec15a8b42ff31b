import { z } from 'zod'

import { defineJob } from '#server/platform/jobs.ts'

import { clearPhotos } from './usecases/change-photo.ts'

export const clearPhotosJob = defineJob({
  name: 'professionals.clear-photos',
  payload: z.object({}),
  cron: '51 5 * * *',
  run: ({ platform }) => clearPhotos(platform),
})
