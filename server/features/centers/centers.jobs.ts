import { z } from 'zod'

import { defineJob } from '#server/platform/jobs.ts'

import { clearInvitations } from './usecases/accept-invitation.ts'
import { clearCenterPictures } from './usecases/change-pictures.ts'

export const clearCenterPicturesJob = defineJob({
  name: 'centers.clear-pictures',
  payload: z.object({}),
  cron: '49 5 * * *',
  run: ({ platform }) => clearCenterPictures(platform),
})

export const clearInvitationsJob = defineJob({
  name: 'centers.clear-invitations',
  payload: z.object({}),
  cron: '53 5 * * *',
  run: ({ platform }) => clearInvitations(platform),
})
