import { brand } from '#contract/brand.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { fail } from '../centers.errors.ts'
import { helpMail } from '../mail/center.ts'
import * as ofOwner from '../repository/of-owner.ts'
import { findOwnCenter } from '../repository/practice.ts'
import { lockCenterOf } from './lock-center.ts'

/** Mails the owner's question to Senda's team, and stores in the same transaction that the centre asked for help. */
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
    // The limit of mails to an address does not apply to the operator's own address.
    await queueMail(tx, { platform, to: brand.email, kind: 'centers.help_requested', isCounted: true, ...content })
  })
}
