import { pendingHours, pendingLeadHours } from '#contract/calendar.ts'
import { chargeCommission } from '#server/features/commissions/commissions.usecases.ts'
import { hourMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as appointments from '../repository/appointments.ts'
import * as changes from '../repository/changes.ts'
import * as holds from '../repository/holds.ts'
import { pendingDeadline } from '../rules/lifecycle.ts'
import { notifyChange } from './notify-change.ts'

/** Completed in one transaction: short enough not to keep anybody waiting. */
const batch = 500
/** The desk has a day to say what became of an appointment, also after it took a completion back. */
const closingHours = 24

/** What time alone does: old holds go, appointments that the desk left open for a day are completed, unanswered ones free themselves and say so. */
export async function closeAppointments(platform: Platform): Promise<void> {
  const { db, clock, log } = platform
  const now = clock.now()
  const fromNow = (hours: number) => new Date(now.getTime() + hours * hourMs)
  // An expired hold occupies nothing. It stays for an hour, so that whoever confirms late reads what happened.
  await holds.deleteExpiredHolds(db, { before: fromNow(-1) })
  await completePast(platform, { now })
  const due = { requestedBefore: fromNow(-pendingHours), startsBefore: fromNow(pendingLeadHours) }
  for (const appointmentId of await changes.listPending(db, due)) {
    await freeUnanswered(platform, { appointmentId, now }).catch((error: unknown) => {
      // The others are still to be freed; this one is tried again in a minute.
      log.error({ err: error, appointmentId }, 'an unanswered appointment could not be freed')
    })
  }
}

/** What is completed owes its commission in the same moment. */
async function completePast({ db }: Platform, { now }: { now: Date }): Promise<void> {
  const before = new Date(now.getTime() - closingHours * hourMs)
  for (;;) {
    const completed = await db.transaction().execute(async (tx) => {
      const appointmentIds = await changes.completePast(tx, {
        now,
        endedBefore: before,
        reopenedBefore: before,
        limit: batch,
      })
      await chargeCommission(tx, { appointmentIds, now })
      return appointmentIds.length
    })
    if (completed < batch) return
  }
}

async function freeUnanswered(
  platform: Platform,
  { appointmentId, now }: { appointmentId: string; now: Date },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const row = await appointments.lockAppointment(tx, { appointmentId })
    // It may have been answered or moved since it was listed.
    if (row?.status !== 'pending' || !row.requestedAt) return
    if (pendingDeadline({ requestedAt: row.requestedAt, startsAt: row.startsAt }) > now) return
    await changes.setCancelled(tx, { appointmentId, by: 'system', reason: null, refundPercent: 100, now })
    const freed = await appointments.requireAppointment(tx, { appointmentId })
    await notifyChange(tx, { platform, appointment: freed, before: row, event: 'unanswered' })
  })
}
