import type { AppointmentStatus } from '#contract/appointments.ts'
import { objectionDays } from '#contract/calendar.ts'
import type { ObjectionKind } from '#contract/report-kinds.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { unpaidOf } from './payments.ts'

type Visit = {
  status: AppointmentStatus
  startsAt: Date
  bookedBy: 'patient' | 'center'
  patientId: string | null
  movedBy: 'patient' | 'center' | null
  /** The start that the patient chose, accepted or paid for. */
  expectedStartsAt: Date | null
  completedAt: Date | null
  isRated: boolean
}

/**
 * The desk moved the appointment to before the expected start, and closed it: as completed, or as missed. A patient who rated it
 * went, also when staff removed the review. As is_early_visit() of the database.
 */
function isEarlyVisit({ status, startsAt, movedBy, expectedStartsAt, isRated }: Visit): boolean {
  if (status !== 'completed' && status !== 'no_show') return false
  if (movedBy !== 'center' || expectedStartsAt === null) return false
  return !isRated && startsAt < expectedStartsAt
}

/** The desk entered it, and the patient never booked, accepted, moved or paid it. As is_invented_visit() of the database. */
function isInventedVisit({ status, bookedBy, patientId, expectedStartsAt, isRated }: Visit): boolean {
  return status === 'completed' && bookedBy === 'center' && patientId !== null && expectedStartsAt === null && !isRated
}

type Recorded = {
  status: AppointmentStatus
  noShowAt: Date | null
  cancelledAtDesk: boolean
  cancelledAt: Date | null
  /** When the desk last recorded that it gave back money of the completed or cancelled appointment. */
  deskRefundedAt: Date | null
  /** The objection to that refund of the cancelled appointment. */
  refundObjection: 'open' | 'rejected' | null
} & Visit

const objectionMs = objectionDays * dayMs

/** The objections of which an appointment takes one. Those to an undone payment and to the refund of a cancelled one are possible beside it. */
type RecordObjection = Exclude<ObjectionKind, 'undone_payment'>

/** To what the patient of the appointment may object; null when the desk recorded nothing of the kind. */
export function objectionKind(row: Recorded): RecordObjection | null {
  const { status, cancelledAtDesk } = row
  const visit = isEarlyVisit(row) ? 'early_visit' : isInventedVisit(row) ? 'invented_visit' : null
  if (isDisputableRefund(row, visit)) return 'refund'
  if (visit !== null) return visit
  if (status === 'no_show') return 'no_show'
  return status === 'cancelled' && cancelledAtDesk ? 'cancellation' : null
}

/**
 * While a visit can be objected to, or could when the refund was recorded, that is the objection: annulled, it gives everything back.
 * As is_disputable_refund() of the database for a completed appointment.
 */
function isDisputableRefund(row: Recorded, visit: 'early_visit' | 'invented_visit' | null): boolean {
  if (row.status !== 'completed' || row.patientId === null || row.deskRefundedAt === null) return false
  if (visit === null) return true
  const closedAt = visit === 'early_visit' ? endOfEarlyVisit(row) : row.completedAt
  return closedAt !== null && row.deskRefundedAt.getTime() > closedAt.getTime() + objectionMs
}

/** Until when the patient may object; null for every other appointment, and for a no-show from before objections. */
export function objectionDeadline(row: Recorded): Date | null {
  const kind = objectionKind(row)
  if (kind === null) return null
  const recordedAt = {
    no_show: row.noShowAt,
    cancellation: row.cancelledAt,
    early_visit: endOfEarlyVisit(row),
    invented_visit: row.completedAt,
    refund: row.deskRefundedAt,
  }[kind]
  return recordedAt && new Date(recordedAt.getTime() + objectionMs)
}

/**
 * What the desk recorded as given back of a cancelled appointment. Who cancelled is another question, so the patient may object to both.
 */
export function cancelledRefundOf(row: Recorded): { objection: 'open' | 'rejected' | null; objectUntil: Date } | null {
  const { status, patientId, deskRefundedAt, refundObjection } = row
  if (status !== 'cancelled' || patientId === null || deskRefundedAt === null) return null
  return { objection: refundObjection, objectUntil: new Date(deskRefundedAt.getTime() + objectionMs) }
}

type Undone = {
  undonePayment: { undoneAt: string; paidBesidesCents: number; objection: 'open' | 'rejected' | null } | null
} & Omit<Parameters<typeof unpaidOf>[0], 'paidCents'>

/**
 * The undone payment of which the patient reads: not of one that the desk has collected again, unless staff decide on it. What the patient
 * paid again online since then doesn't count, as «Sí pagó» gives it back.
 */
export function undonePaymentOf(row: Undone): { objection: 'open' | 'rejected' | null; objectUntil: Date } | null {
  if (row.undonePayment === null) return null
  const { undoneAt, objection, paidBesidesCents: paidCents } = row.undonePayment
  if (objection !== 'open' && unpaidOf({ ...row, paidCents }) <= 0) return null
  return { objection, objectUntil: new Date(Date.parse(undoneAt) + objectionMs) }
}

/** The objection of a kind, or else to what the desk recorded, with its state and until when it is possible; null when none is. */
export function objectionOf(
  row: Recorded & Undone & { objection: 'open' | 'rejected' | null },
  kind?: ObjectionKind,
): { kind: ObjectionKind; objection: 'open' | 'rejected' | null; objectUntil: Date | null } | null {
  if (kind === 'undone_payment') {
    const undone = undonePaymentOf(row)
    return undone && { kind, ...undone }
  }
  if (kind === 'refund' && row.status === 'cancelled') {
    const refund = cancelledRefundOf(row)
    return refund && { kind, ...refund }
  }
  const recorded = objectionKind(row)
  if (recorded === null || (kind !== undefined && kind !== recorded)) return null
  return { kind: recorded, objection: row.objection, objectUntil: objectionDeadline(row) }
}

/** The objection in which staff agreed with the patient, while the desk has recorded nothing to which they can object again. */
export function upheldObjection(
  row: Parameters<typeof objectionOf>[0] & { upheldObjection: ObjectionKind | null },
): ObjectionKind | null {
  const kind = row.upheldObjection
  return kind !== null && objectionOf(row, kind) === null ? kind : null
}

/** The later of when the desk closed it and the expected start, when the patient would have come. */
function endOfEarlyVisit({ status, completedAt, noShowAt, expectedStartsAt }: Recorded): Date | null {
  const closedAt = status === 'no_show' ? noShowAt : completedAt
  if (closedAt === null || expectedStartsAt === null) return closedAt
  return closedAt > expectedStartsAt ? closedAt : expectedStartsAt
}
