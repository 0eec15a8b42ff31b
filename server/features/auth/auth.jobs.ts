import { cronJob } from '#server/platform/jobs.ts'
import { requestedMailJob } from './links/requested-mail.ts'
import { purgeAbandoned } from './usecases/purge-abandoned.ts'
import { purgeExpired } from './usecases/purge-expired.ts'
import { rotateSigningKeys } from './usecases/rotate-signing-keys.ts'

/** Creates a signing key every month, and deletes the keys whose last token has expired. */
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
  cronJob({ name: 'auth.purge-expired', cron: '19 * * * *', run: purgeExpired }),
  cronJob({ name: 'auth.purge-abandoned', cron: '31 5 * * *', run: purgeAbandoned }),
]
