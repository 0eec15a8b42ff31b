import { zone } from '#contract/calendar.ts'
import { isEmailVerified } from '#server/features/auth/usecases/users.ts'
import { mayCompensateToday } from '#server/features/loyalty/loyalty.usecases.ts'
import { localDay, startOfDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { agendaAbilities } from '../appointments.policy.ts'
import type { AgendaRow } from '../repository/agenda.ts'
import { requireAppointment } from '../repository/appointments.ts'
import { wasCompensated } from '../repository/changes.ts'
import { compensationPoints, mayBeCompensated } from '../rules/compensation.ts'
import { cancellationTerms, isChangeable, refundOf } from '../rules/lifecycle.ts'
import { type AtDesk, requireAtDesk } from './change-at-desk.ts'

/** What cancelling would do now, for the patient and for the centre. Cancelling decides it again. */
export async function readCancellation(platform: Platform, input: AtDesk) {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const { row, member } = await requireAtDesk(tx, input)
    const can = agendaAbilities({ appointment: row, member, now })
    if (!can.cancel) throw fail('appointments.not_changeable', { status: row.status })
    const { freeUntil, refundPercentNow } = cancellationTerms({ ...(await requireAppointment(tx, input)), now })
    const { paidCents } = row
    return {
      paidCents,
      byPatient: isChangeable({ ...row, now })
        ? {
            freeUntil,
            refundPercent: refundPercentNow,
            refundCents: refundOf({ paidCents, refundPercent: refundPercentNow }),
          }
        : null,
      byCenter: { refundCents: paidCents ?? 0, points: await pointsOf(tx, { row, centerId: input.centerId, now }) },
    }
  })
}

async function pointsOf(tx: Tx, { row, centerId, now }: { row: AgendaRow; centerId: string; now: Date }) {
  const { patientId, id } = row
  if (patientId === null || !mayBeCompensated({ ...row, now })) return 0
  if (!(await isEmailVerified(tx, { userId: patientId }))) return 0
  const date = localDay({ instant: now, zone })
  if (!(await mayCompensateToday(tx, { centerId, date }))) return 0
  const since = startOfDay({ day: date, zone })
  const isCompensated = await wasCompensated(tx, { patientId, centerId, exceptAppointment: id, since })
  return isCompensated ? 0 : compensationPoints
}
