import { brand } from '#contract/brand.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { fail } from '../centers.errors.ts'
import { helpMail } from '../centers.mail.ts'
import * as ofOwner from '../repository/of-owner.ts'
import { findOwnCenter } from '../repository/practice.ts'
import { lockCenterOf } from './lock-center.ts'

/** Requests help from Senda's team: the mail and the record of the request are one transaction. */
export async function requestHelp(
  platform: Platform,
  { ownerId, message }: { ownerId: string; message: string },
): Promise<void> {
  await countAttempt(platform, { name: 'centers.help', key: ownerId, limit: 5, windowSeconds: 86_400 })
  await platform.db.transaction().execute(async (tx) => {
    const isOwner = await lockCenterOf(tx, { ownerId })
    const center = isOwner ? await findOwnCenter(tx, { centerId: ownerId }) : undefined
    if (!center) throw fail('centers.not_found')
    await ofOwner.setHelpRequested(tx, { centerId: ownerId, now: platform.clock.now() })
    const content = helpMail({ center, message })
    // The operator's own address has no limit for mails.
    await queueMail(tx, { platform, to: brand.email, kind: 'centers.help_requested', isCounted: true, ...content })
  })
}
