import type { Platform } from '#server/platform/platform.ts'
import { queueAppointmentMails } from '../appointments.mail.ts'
import * as appointments from '../repository/appointments.ts'
import * as changes from '../repository/changes.ts'
import * as holds from '../repository/holds.ts'
import { pendingDeadline } from '../rules/lifecycle.ts'

/** What time alone does: expired holds go, past appointments are completed, unanswered ones free themselves and say so. */
export async function closeAppointments(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await holds.deleteExpiredHolds(platform.db, { now })
  await changes.completePast(platform.db, { now })
  const pending = await changes.listPending(platform.db)
  for (const { id } of pending.filter((row) => pendingDeadline(row) <= now))
    await freeUnanswered(platform, { appointmentId: id, now })
}

async function freeUnanswered(
  platform: Platform,
  { appointmentId, now }: { appointmentId: string; now: Date },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const row = await appointments.lockAppointment(tx, { appointmentId })
    if (row?.status !== 'pending') return
    await changes.setCancelled(tx, { appointmentId, by: 'system', reason: null, refundPercent: 100, now })
    const freed = await appointments.requireAppointment(tx, { appointmentId })
    await queueAppointmentMails(tx, { platform, appointment: freed, event: 'unanswered' })
  })
}
