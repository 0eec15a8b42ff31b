import { zone } from '#contract/calendar.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { wantsMail } from '#server/features/notifications/usecases/preferences.ts'
import { runEach } from '#server/platform/each-row.ts'
import { localDay } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { lapsingMail, lapsingNotification } from '../mail/documents.ts'
import * as repository from '../repository/lapses.ts'
import { findOwner } from '../repository/of-owner.ts'
import { centerPage } from '../rules/center-page.ts'
import { consequenceOf, warningsDue } from '../rules/documents.ts'
import { lockCenterOf } from './lock-center.ts'
import { readPublication } from './read-publication.ts'

/**
 * Warns a centre 30, 7 and 1 days before the last day of a document. Idempotent across processes: a document gets each warning
 * once for each last day. A missed warning is sent late. When several are due, only the most urgent one is sent.
 */
export async function warnOfLapses(platform: Platform): Promise<void> {
  const { db, clock, log } = platform
  const now = clock.now()
  const today = localDay({ instant: now, zone })
  await runEach({
    log,
    rows: await repository.listToWarn(db, { today }),
    about: ({ id }) => ({ checkId: id }),
    failure: 'a warning before a document lapses could not be queued',
    run: ({ id: checkId, centerId }) =>
      db.transaction().execute((tx) => warnCenter(tx, platform, { checkId, centerId, today, now })),
  })
}

type DueWarning = { checkId: string; centerId: string; today: string; now: Date }

async function warnCenter(tx: Tx, platform: Platform, { checkId, centerId, today, now }: DueWarning): Promise<void> {
  if (!(await lockCenterOf(tx, { ownerId: centerId }))) return
  // Before the lock, another process may have sent the warning, or the centre uploaded a renewal.
  const [check] = await repository.listToWarn(tx, { today, checkId })
  const owner = await findOwner(tx, { centerId })
  if (!check || !owner) return
  const { type, expiryDate, daysLeft } = check
  const days = warningsDue({ expiryDate, today })
  if (!(await repository.insertWarnings(tx, { checkId, expiryDate, days, now }))) return
  const document = { type, ...owner }
  const notification = {
    event: 'compliance.lapsing',
    href: centerPage(centerId, 'documentos'),
    ...lapsingNotification({ document, expiryDate, daysLeft }),
  } as const
  await notifyUsers(tx, {
    platform,
    entries: [{ to: { userId: centerId }, ...notification, about: { subject: 'document', id: checkId } }],
  })
  // The owner can switch these mails off. The notification and the screen of the documents warn in either case.
  if (!(await wantsMail(tx, { userId: centerId, kind: 'reminder' }))) return
  const consequence = consequenceOf(type, await readPublication(tx, { centerId, now }))
  const { publicUrl } = platform.settings
  const mail = lapsingMail({ document, expiryDate, consequence, daysLeft, publicUrl })
  await queueMail(tx, {
    platform,
    to: owner.email,
    kind: 'compliance.lapsing',
    aboutId: checkId,
    readerId: centerId,
    ...mail,
  })
}
