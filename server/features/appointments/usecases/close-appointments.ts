import { pendingHours, pendingLeadHours } from '#contract/calendar.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { earnForCompletions } from '#server/features/loyalty/usecases/points.ts'
import { runTogether } from '#server/platform/each-row.ts'
import { hourMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as appointments from '../repository/appointments.ts'
import { deleteUnpaidHolds } from '../repository/deposits.ts'
import * as holds from '../repository/holds.ts'
import { lockForChange } from '../repository/locks.ts'
import * as overdue from '../repository/overdue.ts'
import { deleteNetworks } from '../repository/unproven.ts'
import { pendingDeadline } from '../rules/lifecycle.ts'
import { notifyChange } from './notify-change.ts'
import { recordCancellation } from './record-cancellation.ts'

/** How many appointments one transaction completes, so that requests wait only briefly for its locks. */
const batch = 500
/** The desk has a day to close an appointment itself, and another day after it reopens one. */
const closingHours = 24

/**
 * Deletes old holds and the networks of past bookings, completes appointments that the desk left open for a day, and cancels requests whose deadline has
 * passed.
 */
export async function closeAppointments(platform: Platform): Promise<void> {
  const { db, clock, log } = platform
  const now = clock.now()
  const fromNow = (hours: number) => new Date(now.getTime() + hours * hourMs)
  // An expired hold occupies no time. It stays for an hour, so that a visitor who confirms late reads what happened.
  await holds.deleteExpiredHolds(db, { before: fromNow(-1) }).catch((error: unknown) => {
    log.error({ err: error }, 'expired holds could not be deleted')
  })
  await deleteUnpaidHolds(db, { now }).catch((error: unknown) => {
    log.error({ err: error }, 'the times of unpaid deposits could not be freed')
  })
  await deleteNetworks(db, { now }).catch((error: unknown) => {
    log.error({ err: error }, 'the networks of past bookings could not be deleted')
  })
  await completePast(platform, { now })
  const due = { requestedBefore: fromNow(-pendingHours), startsBefore: fromNow(pendingLeadHours) }
  for (const appointmentId of await overdue.listPending(db, due)) {
    await cancelUnanswered(platform, { appointmentId, now }).catch((error: unknown) => {
      // One failure must not stop the others; the next run, in a minute, tries this one again.
      log.error({ err: error, appointmentId }, 'an unanswered request could not be cancelled')
    })
  }
}

/** Completes past appointments, charges their commissions and grants their points in the same transactions. */
async function completePast({ db, log }: Platform, { now }: { now: Date }): Promise<void> {
  const before = new Date(now.getTime() - closingHours * hourMs)
  const past = { endedBefore: before, reopenedBefore: before }
  for (;;) {
    const listed = await overdue.listPast(db, { ...past, limit: batch })
    const failed = await runTogether({
      log,
      rows: listed,
      about: ({ id }) => ({ appointmentId: id }),
      failure: 'a past appointment could not be completed',
      run: (rows) =>
        db.transaction().execute(async (tx) => {
          const ids = rows.map(({ id }) => id)
          await lockForChange(tx, { patientIds: rows.map(({ patientId }) => patientId), appointmentIds: ids })
          const appointmentIds = await overdue.completePast(tx, { ...past, appointmentIds: ids, now })
          await chargeCommission(tx, { appointmentIds, now })
          await earnForCompletions(tx, { appointmentIds, now })
        }),
    })
    // Those that failed are listed again. The next run, in a minute, continues with the others.
    if (listed.length < batch || failed > 0) return
  }
}

async function cancelUnanswered(
  platform: Platform,
  { appointmentId, now }: { appointmentId: string; now: Date },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const row = await appointments.lockAppointment(tx, { appointmentId })
    // The centre may have confirmed or cancelled it, or the patient moved it, since it was listed.
    if (row?.status !== 'pending' || !row.requestedAt) return
    if (pendingDeadline({ requestedAt: row.requestedAt, startsAt: row.startsAt }) > now) return
    await recordCancellation(tx, { appointmentId, by: 'system', reason: null, refundPercent: 100, now })
    const cancelled = await appointments.requireAppointment(tx, { appointmentId })
    await notifyChange(tx, { platform, appointment: cancelled, before: row, event: 'unanswered' })
  })
}
