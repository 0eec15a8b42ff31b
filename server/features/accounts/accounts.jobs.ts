import { z } from 'zod'

import { cronJob, defineJob } from '#server/platform/jobs.ts'

import { sendAskedMail } from './service/asked-mail.ts'
import { clearAvatars } from './usecases/change-avatar.ts'
import { clearExpired } from './usecases/clear-expired.ts'
import { clearUntouched } from './usecases/clear-untouched.ts'
import { clearFarewells } from './usecases/delete-account.ts'
import { clearExports, prepareExport } from './usecases/prepare-export.ts'
import { rotateSigningKeys } from './usecases/rotate-signing-keys.ts'

/** What somebody asked for by naming an address: see service/asked-mail.ts. */
export const mailAskedJob = defineJob({
  name: 'accounts.mail-asked',
  payload: z.object({ sealed: z.string() }),
  run: ({ platform, payload }) => sendAskedMail(platform, payload),
})

/** Six attempts take some four minutes. */
export const prepareExportJob = defineJob({
  name: 'accounts.prepare-export',
  payload: z.object({ exportId: z.uuid() }),
  maxAttempts: 6,
  run: ({ platform, payload, isLastAttempt = false }) => prepareExport(platform, { ...payload, isLastAttempt }),
})

/** A new key every month, and an end for those whose last token has expired. */
export const rotateSigningKeysJob = cronJob({
  name: 'accounts.rotate-signing-keys',
  cron: '13 * * * *',
  async run(platform) {
    const rotation = await rotateSigningKeys(platform, { early: false })
    if (rotation?.isNew) platform.log.info({ signsFrom: rotation.signsFrom }, 'a new key will sign access tokens')
  },
})

export const accountsJobs = [
  mailAskedJob,
  prepareExportJob,
  rotateSigningKeysJob,
  cronJob({ name: 'accounts.clear-expired', cron: '19 * * * *', run: clearExpired }),
  cronJob({ name: 'accounts.clear-untouched', cron: '31 5 * * *', run: clearUntouched }),
  cronJob({ name: 'accounts.clear-avatars', cron: '47 5 * * *', run: clearAvatars }),
  cronJob({ name: 'accounts.clear-exports', cron: '53 * * * *', run: clearExports }),
  cronJob({ name: 'accounts.clear-farewells', cron: '57 * * * *', run: clearFarewells }),
]
