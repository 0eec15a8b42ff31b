import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as availability from '../repository/availability.ts'

/** Time in which nothing can be booked. Appointments that stand in it stay; whoever adds it decides about them. */
export async function addTimeOff(
  platform: Platform,
  o: { professionalId: string; startsAt: Date; endsAt: Date; reason?: string },
): Promise<{ timeOffId: string }> {
  const id = newId()
  await platform.db.transaction().execute(async (tx) => {
    await availability.lockProfessional(tx, o)
    const absence = { ...o, id, reason: o.reason ?? '' }
    await availability.insertTimeOff(tx, { absences: [absence], now: platform.clock.now() })
  })
  return { timeOffId: id }
}
