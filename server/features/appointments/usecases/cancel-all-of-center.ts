import { ORPCError } from '@orpc/contract'
import { z } from 'zod'
import { lockApproval } from '#server/features/centers/repository/centers.ts'
import { giveBackPackages } from '#server/features/packages/usecases/closed-centers.ts'
import { runEachOrThrow } from '#server/platform/each-row.ts'
import { defineJob } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { closedReason } from '../mail/by-center.ts'
import { lockPatient } from '../repository/locks.ts'
import { isBegunWhileClosed, listClosedIds } from '../repository/of-center.ts'
import { cancelAtDeskIn } from './cancel-at-desk.ts'
import { type DeskRequest, requireAtDesk } from './change-at-desk.ts'

export const cancelAppointmentsOfCenterJob = defineJob({
  name: 'appointments.cancel-all-of-center',
  payload: z.object({ centerId: z.uuid() }),
  run: ({ platform, payload }) => cancelAllOfCenter(platform, payload),
})

/**
 * Cancels the upcoming appointments of a centre that begin while its owner is suspended or banned: with the full refund and the
 * compensation of a cancellation by the centre, and a mail that says that staff suspended it. Each has a transaction: one that
 * fails does not keep the others, and a repeated run cancels what is left. Staff may have decided otherwise by then. What is left of the
 * packages of a banned owner is given back.
 */
async function cancelAllOfCenter(platform: Platform, { centerId }: { centerId: string }): Promise<void> {
  const now = platform.clock.now()
  await runEachOrThrow({
    log: platform.log,
    rows: await listClosedIds(platform.db, { centerId, now }),
    about: (appointmentId) => ({ appointmentId }),
    failure: 'an appointment of a closed centre could not be cancelled',
    async run(appointmentId) {
      const request = { userId: centerId, centerId, appointmentId }
      try {
        await platform.db.transaction().execute((tx) => cancelIfClosed(tx, platform, request))
      } catch (error) {
        // The patient has cancelled it since it was listed, or it has begun.
        if (!(error instanceof ORPCError) || error.status >= 500) throw error
      }
    },
  })
  await giveBackPackages(platform, { centerId })
}

/** Staff may open the centre at the same time: the centre stays locked until the appointment is cancelled. */
async function cancelIfClosed(tx: Tx, platform: Platform, request: DeskRequest): Promise<void> {
  const { patientId } = (await requireAtDesk(tx, request)).row
  // In the order of locks.ts: the centre after the account, and before the appointment.
  if (patientId !== null) await lockPatient(tx, { patientId })
  if (await lockApproval(tx, request)) return
  if (!(await isBegunWhileClosed(tx, request))) return
  await cancelAtDeskIn(tx, platform, { ...request, by: 'staff', reason: closedReason() })
}
