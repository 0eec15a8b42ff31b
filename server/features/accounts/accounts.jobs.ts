import { z } from 'zod'

import { defineJob } from '#server/platform/jobs.ts'

import { sendAskedMail } from './service/asked-mail.ts'
import { clearAvatars } from './usecases/clear-avatars.ts'
import { clearExpired, clearUntouched } from './usecases/clear-expired.ts'
import { clearFarewells } from './usecases/delete-account.ts'
import { clearExports, prepareExport } from './usecases/prepare-export.ts'
import { rotateSigningKeys } from './usecases/rotate-signing-keys.ts'

/** A new key every month, and an end for those whose last token has expired. */
export const rotateSigningKeysJob = defineJob({
  name: 'accounts.rotate-signing-keys',
  payload: z.object({}),
  cron: '13 * * * *',
  async run({ platform }) {
    const rotation = await rotateSigningKeys(platform, { early: false })
    if (rotation?.isNew) platform.log.info({ signsFrom: rotation.signsFrom }, 'a new key will sign access tokens')
  },
})

/** What somebody asked for by naming an address: see service/asked-mail.ts. */
export const mailAskedJob = defineJob({
  name: 'accounts.mail-asked',
  payload: z.object({ sealed: z.string() }),
  run: ({ platform, payload }) => sendAskedMail(platform, payload),
})

export const clearExpiredJob = defineJob({
  name: 'accounts.clear-expired',
  payload: z.object({}),
  cron: '19 * * * *',
  run: ({ platform }) => clearExpired(platform),
})

export const clearUntouchedJob = defineJob({
  name: 'accounts.clear-untouched',
  payload: z.object({}),
  cron: '31 5 * * *',
  run: ({ platform }) => clearUntouched(platform),
})

export const clearAvatarsJob = defineJob({
  name: 'accounts.clear-avatars',
  payload: z.object({}),
  cron: '47 5 * * *',
  async run({ platform }) {
    await clearAvatars(platform)
  },
})

/** Six attempts take some four minutes. */
export const prepareExportJob = defineJob({
  name: 'accounts.prepare-export',
  payload: z.object({ exportId: z.uuid() }),
  maxAttempts: 6,
  run: ({ platform, payload, isLastAttempt = false }) => prepareExport(platform, { ...payload, isLastAttempt }),
})

export const clearExportsJob = defineJob({
  name: 'accounts.clear-exports',
  payload: z.object({}),
  cron: '53 * * * *',
  run: ({ platform }) => clearExports(platform),
})

export const clearFarewellsJob = defineJob({
  name: 'accounts.clear-farewells',
  payload: z.object({}),
  cron: '57 * * * *',
  run: ({ platform }) => clearFarewells(platform),
})
