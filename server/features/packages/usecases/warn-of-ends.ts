import { packageWarningDays } from '#contract/package-limits.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { wantsMail } from '#server/features/notifications/usecases/preferences.ts'
import { runEach } from '#server/platform/each-row.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { endingMail, endingText } from '../mail/ending.ts'
import { leftOf } from '../packages.rules.ts'
import * as repository from '../repository/packages.ts'
import { countSessions } from './read-packages.ts'

const batch = 500

/** Tells buyers once that a package with sessions left ends within two weeks. Idempotent across processes. */
export async function warnOfEnds(platform: Platform): Promise<void> {
  const { db, clock, log } = platform
  const now = clock.now()
  const before = new Date(now.getTime() + packageWarningDays * dayMs)
  await runEach({
    log,
    rows: await repository.listToWarn(db, { now, before, limit: batch }),
    about: ({ packageId }) => ({ packageId }),
    failure: 'a warning before a package ends could not be queued',
    run: (listed) => db.transaction().execute((tx) => warn(tx, platform, { ...listed, now })),
  })
}

type Listed = { packageId: string; centerId: string; now: Date }

async function warn(tx: Tx, platform: Platform, { packageId, centerId, now }: Listed): Promise<void> {
  const row = await repository.lockPackage(tx, { packageId, centerId })
  if (!row || row.warnedAt !== null || row.stoppedAt !== null || row.refundedAt !== null) return
  await repository.setWarned(tx, { packageId, now })
  const leftSessions = leftOf({ ...row, ...countSessions(row), now })
  if (leftSessions === 0) return
  const ending = { ...row, leftSessions, now }
  const { patientId } = row
  if (patientId !== null) {
    const { subject: title, text: message } = endingText(ending)
    const entry = {
      event: 'packages.ending',
      to: { userId: patientId },
      title,
      message,
      href: '/dashboard?tab=history',
    } as const
    await notifyUsers(tx, { platform, entries: [{ ...entry, about: null }] })
    if (!(await wantsMail(tx, { userId: patientId, kind: 'reminder' }))) return
  }
  const to = await repository.findAddress(tx, row)
  if (to === null) return
  const mail = endingMail({ ...ending, publicUrl: platform.settings.publicUrl })
  await queueMail(tx, {
    platform,
    to,
    kind: 'packages.ending',
    ...(patientId !== null && { readerId: patientId }),
    ...mail,
  })
}
