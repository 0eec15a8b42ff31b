import { ORPCError } from '@orpc/contract'
import { z } from 'zod'
import { defineJob } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listUpcomingIds } from '../repository/of-center.ts'
import { cancelAtDesk } from './cancel-at-desk.ts'

export const cancelAppointmentsOfCenterJob = defineJob({
  name: 'appointments.cancel-all-of-center',
  payload: z.object({ centerId: z.uuid(), reason: z.string() }),
  run: ({ platform, payload }) => cancelAllOfCenter(platform, payload),
})

/**
 * Cancels every upcoming appointment of a centre that staff closed to patients, as if its owner cancelled it: with a full
 * refund, a mail and the compensation. Each has a transaction, so that a repeated run continues where the last one stopped.
 */
async function cancelAllOfCenter(
  platform: Platform,
  { centerId, reason }: { centerId: string; reason: string },
): Promise<void> {
  const now = platform.clock.now()
  for (const appointmentId of await listUpcomingIds(platform.db, { centerId, now })) {
    try {
      await cancelAtDesk(platform, { userId: centerId, centerId, appointmentId, by: 'center', reason })
    } catch (error) {
      // The patient has cancelled it since it was listed, or it has begun.
      if (!(error instanceof ORPCError) || error.status >= 500) throw error
    }
  }
}
