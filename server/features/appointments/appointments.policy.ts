import type { AgendaAppointment } from '#contract/agenda.ts'
import type { Appointment } from '#contract/appointments.ts'
import { zone } from '#contract/calendar.ts'
import { type Member, managesCenter, seesWholeCenter } from '#server/features/centers/centers.policy.ts'
import { isEditable, isReviewable } from '#server/features/reviews/reviews.rules.ts'
import { dayMs, hourMs, localDay, type Span } from '#server/platform/local-time.ts'
import type { AgendaRow } from './repository/agenda.ts'
import type { AppointmentRow } from './repository/appointments.ts'
import { awaitsDeposit, isAcceptable, isAgreedByPaying, isChangeable, isHoldLive } from './rules/lifecycle.ts'
import { cancelledRefundOf, objectionDeadline, objectionKind, undonePaymentOf } from './rules/objections.ts'
import { deskPaymentsOf, dueOf, isCovered, leftToRefund } from './rules/payments.ts'

/** Who sends the request: a visitor, a patient, or a patient who made the hold as a visitor and registered before confirming. */
export type Caller = {
  userId: string | undefined
  /** Hash of the visitor's cookie, if there is one. */
  visitorKey: string | undefined
}

/**
 * The keys under which the caller's hold may be stored; a new hold gets the first. A visitor who registers while booking
 * keeps the hold, because the cookie still names it.
 */
export function holdersOf({ userId, visitorKey }: Caller): string[] {
  return [userId && `user:${userId}`, visitorKey && `visitor:${visitorKey}`].filter(
    (holder) => holder !== undefined && holder !== '',
  ) as string[]
}

/** Only the patient of an appointment may see, move or cancel it. */
export function isPatientOf(caller: Caller, appointment: Pick<AppointmentRow, 'patientId'>): boolean {
  return caller.userId !== undefined && appointment.patientId === caller.userId
}

/** The holder of a time may confirm it, once they have an account. */
export function mayConfirm(caller: Caller, appointment: Pick<AppointmentRow, 'patientId' | 'holder'>): boolean {
  if (caller.userId === undefined) return false
  return (
    isPatientOf(caller, appointment) || (appointment.holder !== null && holdersOf(caller).includes(appointment.holder))
  )
}

type PatientState = Pick<
  AppointmentRow,
  | 'patientId'
  | 'holder'
  | 'status'
  | 'priceCents'
  | 'discountCents'
  | 'paidCents'
  | 'startsAt'
  | 'holdExpiresAt'
  | 'isRated'
  | 'reviewedAt'
  | 'bookedBy'
  | 'acceptedAt'
  | 'noShowAt'
  | 'cancelledAtDesk'
  | 'cancelledAt'
  | 'movedBy'
  | 'expectedStartsAt'
  | 'completedAt'
  | 'deskRefundedAt'
  | 'refundObjection'
  | 'objection'
  | 'undonePayment'
  | 'payingCheckoutId'
  | 'isOffered'
  | 'isCenterApproved'
>

export function patientAbilities({
  appointment,
  caller,
  paysOnline,
  now,
}: {
  appointment: PatientState
  caller: Caller
  paysOnline: boolean
  now: Date
}): Appointment['can'] {
  const isMine = isPatientOf(caller, appointment)
  const mayChange = isMine && isChangeable({ ...appointment, now })
  // Staff withhold the approval of a centre that they close.
  const isOpen = appointment.isCenterApproved
  return {
    confirm: mayConfirm(caller, appointment) && isHoldLive({ ...appointment, now }),
    cancel: mayChange,
    move: mayChange && appointment.isOffered,
    bookAgain: isMine && appointment.isOffered,
    review: isMine && !appointment.isRated && !isVisitDisputed(appointment) && isReviewable(appointment),
    editReview: isMine && appointment.reviewedAt !== null && isEditable({ createdAt: appointment.reviewedAt, now }),
    pay:
      isMine &&
      isOpen &&
      !isPaymentDisputed(appointment) &&
      appointment.payingCheckoutId === null &&
      paysOnline &&
      (awaitsDeposit(appointment)
        ? isHoldLive({ ...appointment, now })
        : dueOf(appointment) > 0 && isAgreedByPaying({ ...appointment, now })),
    accept: isMine && isOpen && isAcceptable({ ...appointment, now }),
    object: isMine && mayObject({ ...appointment, now }),
    sayPaid: isMine && isOfferedStill(undonePaymentOf(appointment), now),
    sayNotRefunded: isMine && isOfferedStill(cancelledRefundOf(appointment), now),
  }
}

/** Who says that they got no money back was there. As isVisitDisputed() of the reviews. */
function isVisitDisputed(appointment: PatientState): boolean {
  return appointment.objection === 'open' && objectionKind(appointment) !== 'refund'
}

/** What the patient says that they paid is not shown as due until staff decide. */
export function isPaymentDisputed({ undonePayment }: Pick<PatientState, 'undonePayment'>): boolean {
  return undonePayment?.objection === 'open'
}

function isOfferedStill(recorded: ReturnType<typeof undonePaymentOf>, now: Date): boolean {
  return recorded !== null && recorded.objection === null && now <= recorded.objectUntil
}

function mayObject({
  objection,
  now,
  ...recorded
}: Pick<PatientState, 'objection'> & Parameters<typeof objectionDeadline>[0] & { now: Date }) {
  const deadline = objectionDeadline(recorded)
  return objection === null && deadline !== null && now <= deadline
}

/** A completion or a no-show that was marked by mistake can be reopened for this many days after the end. */
const reopenDays = 7
/** A member can undo a payment that was recorded by mistake for this many days; the owner can at any time. */
const undoDays = 7
const longestDayMs = 25 * hourMs

export type AgendaState = Span &
  Pick<
    AgendaRow,
    | 'status'
    | 'arrivedAt'
    | 'priceCents'
    | 'discountCents'
    | 'discountTakenBy'
    | 'isByPackage'
    | 'hasRefundedPackage'
    | 'paidCents'
    | 'depositCents'
    | 'payments'
    | 'isRated'
    | 'hasRecord'
    | 'hasUndonePayment'
    | 'attendanceUpheldAt'
    | 'objection'
    | 'isPaymentDisputed'
    | 'professionalId'
    | 'patientId'
  >
/** Only the deposit was paid, before the appointment, and the rest is due: it doesn't show that the patient came. */
function hasOnlyDeposit({
  paidCents,
  depositCents,
  priceCents,
  discountCents,
  payments,
}: Pick<AgendaState, 'paidCents' | 'depositCents' | 'priceCents' | 'discountCents' | 'payments'>) {
  const isRestDue = paidCents < priceCents - discountCents
  return isRestDue && paidCents === depositCents && (payments ?? []).every(({ method }) => method === 'online')
}

type AgendaAbilities = Record<keyof AgendaAppointment['can'], boolean>
type AbilityInput = { appointment: AgendaState; member: Member; now: Date }

/** What the desk may do with an appointment at `now`, for a member who may change it, as mayChangeAgendaOf() decides. */
export function agendaAbilities({ appointment, member, now }: AbilityInput): AgendaAbilities {
  const { status, startsAt, endsAt, arrivedAt, isRated, hasRecord } = appointment
  // A package was paid before, so it doesn't show that the patient came.
  const isPaid =
    (appointment.paidCents > 0 && !hasOnlyDeposit(appointment)) ||
    (isCovered(appointment) && !appointment.isByPackage) ||
    appointment.hasUndonePayment
  const hasBegun = startsAt <= now
  const isOpen = (status === 'pending' || status === 'confirmed') && endsAt > now
  const isRecent = endsAt.getTime() > now.getTime() - reopenDays * dayMs
  // While the patient's objection to a refund or a visit is open, nothing more is given back. While that to a no-show is open, the desk that reopens the appointment completes it or marks it again.
  const isSettled = appointment.objection === null
  // While the objection to an early or an invented visit is open, it stays as the centre closed it.
  const isHeld = appointment.objection === 'early_visit' || appointment.objection === 'invented_visit'
  const isReversible = isRecent && !isHeld && !isRated && !hasRecord && appointment.attendanceUpheldAt === null
  return {
    confirm: status === 'pending' && isOpen,
    arrive: status === 'confirmed' && arrivedAt === null && hasDayCome(appointment, now),
    undoArrival: status === 'confirmed' && arrivedAt !== null,
    complete: status === 'confirmed' && hasBegun,
    // A job completes an appointment after a day, so the desk often notices a no-show later. A payment, or a discount
    // of the whole price, shows that the patient came, also when the desk undid it.
    noShow:
      hasBegun &&
      arrivedAt === null &&
      !isPaid &&
      !appointment.isPaymentDisputed &&
      (status === 'confirmed' || (status === 'completed' && isReversible)),
    reopen:
      (status === 'completed' || status === 'no_show') &&
      isReversible &&
      !isRefunded(appointment) &&
      !appointment.hasRefundedPackage,
    // A patient who arrived is being attended. If the arrival is a mistake, the desk undoes it first.
    move: isOpen && arrivedAt === null && isSettled,
    cancel: isOpen && arrivedAt === null && isSettled,
    collect: (status === 'confirmed' || status === 'completed') && dueOf(appointment) > 0,
    undoCollection: mayUndoCollection({ appointment, member, now }),
    refund: seesWholeCenter(member) && status === 'completed' && isSettled && leftToRefund(appointment) > 0,
    record: mayOpenRecord({ appointment, member }),
  }
}

/** Such an appointment stays completed: completing it again would charge a commission on money that was refunded. */
function isRefunded({ payments }: Pick<AgendaState, 'payments'>): boolean {
  return (payments ?? []).some(({ refundCents }) => refundCents !== null)
}

/** Only the professional of the appointment opens the clinical record from the agenda. */
function mayOpenRecord({ appointment, member }: Omit<AbilityInput, 'now'>): boolean {
  const { status } = appointment
  return (status === 'confirmed' || status === 'completed') && isProfessionalOf(member, appointment)
}

/**
 * A refund that is owed can be recorded at any time; a mistake can be corrected for some days. While staff decide on the patient's
 * objection, a payment stays: without it, nothing would be given back.
 */
function mayUndoCollection({ appointment, member, now }: AbilityInput): boolean {
  const isDisputed = appointment.objection !== null
  const { last, toRefund } = deskPaymentsOf(appointment)
  if (last === undefined) {
    // A discount of the whole price, with nothing to pay.
    const isDiscount = appointment.discountTakenBy !== null && appointment.paidCents === 0
    return isDiscount && !isDisputed && (appointment.status === 'confirmed' || appointment.status === 'completed')
  }
  if (toRefund.length > 0) return true
  if (last.refundedAt !== null || last.isUpheld || isDisputed) return false
  return managesCenter(member) || Date.parse(last.collectedAt) > now.getTime() - undoDays * dayMs
}

/** Patients come early, so they may arrive from the start of that local day on. */
function hasDayCome({ startsAt }: Pick<Span, 'startsAt'>, now: Date): boolean {
  const ahead = startsAt.getTime() - now.getTime()
  // Time-zone conversion is expensive, and a week's agenda has hundreds of appointments.
  if (ahead <= 0) return true
  if (ahead > longestDayMs) return false
  return localDay({ instant: now, zone }) >= localDay({ instant: startsAt, zone })
}

/** Only they read the address of a home visit, and an owner only as that professional. */
export function isProfessionalOf(
  member: Pick<Member, 'professionalId'>,
  { professionalId }: { professionalId: string },
): boolean {
  return member.professionalId === professionalId
}
