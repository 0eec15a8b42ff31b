import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import { agendaAbilities } from '../appointments.policy.ts'
import { requireAppointment } from '../repository/appointments.ts'
import { cancellationTerms, isChangeable } from '../rules/lifecycle.ts'
import { deskTerms, refundOf } from '../rules/payments.ts'
import { type DeskRequest, requireAtDesk } from './change-at-desk.ts'
import { pointsForCancelling } from './compensation.ts'

/** What cancelling would do now, for the patient and for the centre. Cancelling computes it again. */
export async function readCancellation(platform: Platform, input: DeskRequest) {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const { row, member } = await requireAtDesk(tx, input)
    const can = agendaAbilities({ appointment: row, member, now })
    if (!can.cancel) throw fail('appointments.not_changeable', { status: row.status })
    const { freeUntil, refundPercentNow } = cancellationTerms({ ...(await requireAppointment(tx, input)), now })
    const { paidCents, payments } = row
    const refundCents = refundOf({ payments, refundPercent: refundPercentNow })
    const points = await pointsForCancelling(tx, { row, centerId: input.centerId, now })
    return {
      paidCents: paidCents > 0 ? paidCents : null,
      byPatient: isChangeable({ ...row, now })
        ? {
            terms: deskTerms({ ...row, by: 'patient', refundCents, points: 0 }),
            freeUntil,
            refundPercent: refundPercentNow,
            refundCents,
          }
        : null,
      byCenter: {
        terms: deskTerms({ ...row, by: 'center', refundCents: paidCents, points }),
        refundCents: paidCents,
        points,
      },
    }
  })
}
