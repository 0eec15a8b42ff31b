import { enqueue } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'

import { requestedMailJob } from '../auth.jobs.ts'
import { type RequestedMail, sealRequestedMail } from './requested-mail.ts'

/** Leaves the mail to a job, whether the address has an account or not. Count the request before. */
export async function requestMail(platform: Platform, asked: RequestedMail): Promise<void> {
  await enqueue(platform.db, requestedMailJob, { sealed: sealRequestedMail(platform, asked) })
}
