import { zone } from '#contract/calendar.ts'
import { recordAction } from '#server/features/moderation/usecases/record-action.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { runEachOrThrow } from '#server/platform/each-row.ts'
import { localDay } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { lapsedMail, lapsedNotification } from '../mail/documents.ts'
import * as repository from '../repository/lapses.ts'
import { findOwner } from '../repository/of-owner.ts'
import { centerPage } from '../rules/center-page.ts'
import { consequenceOf } from '../rules/documents.ts'
import { updateBadge } from './approve-center.ts'
import { lockCenterOf } from './lock-center.ts'
import { readPublication } from './read-publication.ts'

/**
 * Expires approved documents whose last day has passed, records each expiry as an action without a member of staff, and notifies
 * the centre. A centre without another valid document of that type loses its badge.
 */
export async function expireChecks(platform: Platform): Promise<void> {
  const { db, clock, log } = platform
  const now = clock.now()
  const today = localDay({ instant: now, zone })
  await runEachOrThrow({
    log,
    rows: await repository.listLapsing(db, { today }),
    about: (centerId) => ({ centerId }),
    failure: 'the documents of a centre could not be expired',
    run: (centerId) => db.transaction().execute((tx) => expireOf(tx, platform, { centerId, today, now })),
  })
}

type OfCenter = { centerId: string; today: string; now: Date }

async function expireOf(tx: Tx, platform: Platform, { centerId, today, now }: OfCenter): Promise<void> {
  if (!(await lockCenterOf(tx, { ownerId: centerId }))) return
  const expired = await repository.expireChecks(tx, { centerId, today })
  if (expired.length === 0) return
  await updateBadge(tx, { centerId, now })
  const owner = await findOwner(tx, { centerId })
  const { publicUrl } = platform.settings
  const publication = await readPublication(tx, { centerId, now })
  const typesInForce = new Set(await repository.listTypesInForce(tx, { centerId, today }))
  for (const { id: aboutId, type, expiryDate } of expired) {
    // Nothing changes for a centre that has another valid document.
    if (!owner || typesInForce.has(type)) continue
    const consequence = consequenceOf(type, publication)
    const document = { type, ...owner }
    const about = { subject: 'document', id: aboutId } as const
    const href = centerPage(centerId, 'documentos')
    const notification = { href, ...lapsedNotification({ document, expiryDate }) }
    const entry = { event: 'compliance.lapsed', to: { userId: centerId }, about, ...notification } as const
    await notifyUsers(tx, { platform, entries: [entry] })
    const mail = lapsedMail({ document, expiryDate, consequence, publicUrl })
    await queueMail(tx, { platform, to: owner.email, kind: 'compliance.lapsed', aboutId, ...mail })
  }
  for (const { id, expiryDate } of expired) {
    const target = { targetType: 'document', targetId: id } as const
    const reason = 'Pasó su último día de vigencia.'
    await recordAction(tx, { ...target, moderatorId: null, actionType: 'expire', reason, details: { expiryDate }, now })
  }
}
