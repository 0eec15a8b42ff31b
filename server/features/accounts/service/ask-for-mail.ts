import { enqueue } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'

import { mailAskedJob } from '../accounts.jobs.ts'
import { type AskedMail, sealAskedMail } from './asked-mail.ts'

/** Leaves the mail to a job, whether the address has an account or not. Count the request before. */
export async function askForMail(platform: Platform, asked: AskedMail): Promise<void> {
  await enqueue(platform.db, mailAskedJob, { sealed: sealAskedMail(platform, asked) })
}
