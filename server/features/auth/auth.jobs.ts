import { z } from 'zod'
import { cronJob, defineJob } from '#server/platform/jobs.ts'
import { sendRequestedMail } from './links/requested-mail.ts'
import { clearUntouched } from './usecases/purge-abandoned.ts'
import { clearExpired } from './usecases/purge-expired.ts'
import { rotateSigningKeys } from './usecases/rotate-signing-keys.ts'

/** A mail that a visitor requested by naming an address: see links/requested-mail.ts. */
export const requestedMailJob = defineJob({
  name: 'auth.requested-mail',
  payload: z.object({ sealed: z.string() }),
  run: ({ platform, payload }) => sendRequestedMail(platform, payload),
})

/** Makes a new key every month, and removes those whose last token has expired. */
export const rotateSigningKeysJob = cronJob({
  name: 'auth.rotate-signing-keys',
  cron: '13 * * * *',
  async run(platform) {
    const rotation = await rotateSigningKeys(platform, { early: false })
    if (rotation?.isNew) platform.log.info({ signsFrom: rotation.signsFrom }, 'a new key will sign access tokens')
  },
})

export const authJobs = [
  requestedMailJob,
  rotateSigningKeysJob,
  cronJob({ name: 'auth.clear-expired', cron: '19 * * * *', run: clearExpired }),
  cronJob({ name: 'auth.clear-untouched', cron: '31 5 * * *', run: clearUntouched }),
]
