import { enqueue } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'

import { requestedMailJob } from '../auth.jobs.ts'
import { type RequestedMail, sealRequestedMail } from './requested-mail.ts'

/** Queues a job for the mail, whether the address has an account or not. The caller counts the request before. */
export async function requestMail(platform: Platform, request: RequestedMail): Promise<void> {
  await enqueue(platform.db, requestedMailJob, { sealed: sealRequestedMail(platform, request) })
}
