import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { compensationPoints } from '#contract/loyalty-words.ts'
import { isEmailVerified } from '#server/features/auth/usecases/users.ts'
import { grantCompensation, mayCompensateToday } from '#server/features/loyalty/usecases/points.ts'
import { localDay, startOfDay } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { AgendaRow } from '../repository/agenda.ts'
import { hasCancelledAnother } from '../repository/cancellations.ts'
import { mayBeCompensated } from '../rules/compensation.ts'

type Booking = Pick<AgendaRow, 'id' | 'patientId' | 'bookedBy' | 'bookedAt' | 'priceCents'>
type Cancellation = { row: Booking; centerId: string; now: Date }

/** How many points the patient would receive if the centre cancelled now. Cancelling computes them again. */
export async function pointsForCancelling(tx: Tx, cancellation: Cancellation): Promise<number> {
  const patientId = await findRecipient(tx, cancellation)
  if (patientId === undefined) return 0
  const { centerId, now } = cancellation
  const date = localDay({ instant: now, zone })
  const gift = { userId: patientId, centerId, date, points: compensationPoints, now }
  if (!(await mayCompensateToday(tx, gift))) return 0
  return (await isFirstToday(tx, { ...cancellation, patientId })) ? compensationPoints : 0
}

/** Grants the points for a booking that the centre, or staff who suspended it, has cancelled. @returns how many */
export async function grantPointsForCancelling(
  tx: Tx,
  { centerName, by, ...cancellation }: Cancellation & { centerName: string; by: 'center' | 'staff' },
): Promise<number> {
  const patientId = await findRecipient(tx, cancellation)
  if (patientId === undefined) return 0
  const { row, centerId, now } = cancellation
  const isGranted = await grantCompensation(tx, {
    centerId,
    date: localDay({ instant: now, zone }),
    gift: {
      userId: patientId,
      points: compensationPoints,
      type: 'bonus',
      description: by === 'staff' ? `${brand.name} canceló tu cita en ${centerName}` : `${centerName} canceló tu cita`,
      reference: { type: 'appointment', id: row.id },
    },
    isDue: () => isFirstToday(tx, { ...cancellation, patientId }),
    now,
  })
  return isGranted ? compensationPoints : 0
}

/** The patient, if the booking and their verified address allow points. The daily limits also apply. */
async function findRecipient(tx: Tx, { row, now }: Cancellation): Promise<string | undefined> {
  const { patientId } = row
  if (patientId === null || !mayBeCompensated({ ...row, now })) return undefined
  return (await isEmailVerified(tx, { userId: patientId })) ? patientId : undefined
}

/** Whether the centre has cancelled no other booking of this patient today. */
async function isFirstToday(tx: Tx, { row, centerId, now, patientId }: Cancellation & { patientId: string }) {
  const since = startOfDay({ day: localDay({ instant: now, zone }), zone })
  return !(await hasCancelledAnother(tx, { patientId, centerId, exceptAppointment: row.id, since }))
}
