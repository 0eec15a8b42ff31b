import { type Expression, sql } from 'kysely'
import type { ReservedSession } from '#server/features/packages/usecases/reserve-from-package.ts'
import type { Span } from '#server/platform/local-time.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { freshProof } from './provisional.ts'
import { range } from './range.ts'
import { isOfUnproven } from './unproven.ts'

type Change = { appointmentId: string; now: Date }

type Columns = Partial<{
  status: string
  keeps_commission: boolean
  during: Expression<string>
  service_id: string
  professional_id: string
  patient_id: string
  dependant_id: string | null
  home_address: string | null
  holder_key: null
  holder_address: null
  hold_expires_at: null
  unproven_network: Expression<string | null> | null
  cancelled_unproven: Expression<boolean>
  booked_at: Date
  requested_at: Date
  confirmed_at: Date | null
  proof_due_at: Date | null | Expression<Date | null>
  proof_warned_at: null
  proof_mail_id: null
  moved_at: Date
  moved_by: string
  move_reason: string | null
  late_since: Date | null
  accepted_at: Date | Expression<Date | null>
  expected_starts_at: Date
  arrived_at: Date | null
  completed_at: Date | null
  no_show_at: Date
  attendance_upheld_at: Date | null
  reopened_at: Date
  cancelled_at: Date
  cancelled_by: string
  cancelled_at_desk: boolean
  freed_unconfirmed: boolean
  cancellation_reason: string | null
  refund_percent: number
  price: Expression<number> | number
  discount_amount: number
  discount_payer: 'center' | 'senda' | 'package' | null
  discount_taken_by: string | null
}>

async function update(tx: Tx, change: Change & { set: Columns }): Promise<void> {
  await updateQuery(tx, change).execute()
}

function updateQuery(db: Db | Tx, { appointmentId, now, set }: Change & { set: Columns }) {
  return db
    .updateTable('appointments')
    .set({ ...set, updated_at: now })
    .where('id', '=', appointmentId)
}

/** Refreshes open agendas after a change outside the row. */
export async function touch(tx: Tx, change: Change): Promise<void> {
  await update(tx, { appointmentId: change.appointmentId, now: change.now, set: {} })
}

/** The patient got the discount back: the price is what it left to pay. */
export async function setDiscountGivenBack(tx: Tx, { appointmentId, now }: Change): Promise<void> {
  const price = sql<number>`price - discount_amount`
  await update(tx, {
    appointmentId,
    now,
    set: { price, discount_amount: 0, discount_payer: null, discount_taken_by: null },
  })
}

/** What the patient paid was the whole price: they keep what had lowered it. */
export async function lowerPrice(tx: Tx, { appointmentId, cents, now }: Change & { cents: number }): Promise<void> {
  await update(tx, { appointmentId, now, set: { price: sql<number>`price - ${cents}` } })
}

type Confirmation = Change & {
  patientId: string
  dependantId: string | null
  homeAddress: string | null
  status: 'pending' | 'confirmed'
  /** The account has confirmed no address and come to no appointment: the network that held the time stays with it. */
  isUnproven: boolean
  /** Until when the address of an account must be confirmed; null once it is. */
  proofDueAt: Date | null
}

export async function setConfirmed(tx: Tx, input: Confirmation): Promise<void> {
  await confirmation(tx, { ...input, confirmedAt: input.status === 'confirmed' ? input.now : null })
}

const confirmation = builtOnce((tx, values: Confirmation & { confirmedAt: Date | null }) =>
  updateQuery(tx, {
    appointmentId: values.appointmentId,
    now: values.now,
    set: {
      status: values.status,
      patient_id: values.patientId,
      dependant_id: values.dependantId,
      home_address: values.homeAddress,
      holder_key: null,
      holder_address: null,
      hold_expires_at: null,
      unproven_network: sql<string | null>`case when ${values.isUnproven}::boolean then holder_address end`,
      booked_at: values.now,
      requested_at: values.now,
      confirmed_at: values.confirmedAt,
      proof_due_at: values.proofDueAt,
    },
  }),
)

export async function setConfirmedByCenter(tx: Tx, { appointmentId, now }: Change): Promise<void> {
  await update(tx, { appointmentId, now, set: { status: 'confirmed', confirmed_at: now } })
}

export async function setAccepted(tx: Tx, { appointmentId, now }: Change): Promise<void> {
  await update(tx, { appointmentId, now, set: { accepted_at: now } })
}

/**
 * Records the start for which the patient paid the desk's booking, also when it could not be accepted. What is agreed keeps the start
 * that the patient agreed to.
 */
export async function setExpected(
  tx: Tx,
  { appointmentId, startsAt, now }: Change & { startsAt: Date },
): Promise<void> {
  await updateQuery(tx, { appointmentId, now, set: { expected_starts_at: startsAt } })
    .where('agreed_starts_at', 'is', null)
    .execute()
}

type Move = Change &
  Span & {
    status: 'pending' | 'confirmed'
    movedBy: 'patient' | 'center'
    /** What the centre wrote to the patient. */
    reason: string | null
    lateSince: Date | null
    /** Until when the address must be confirmed where this move begins a new term. */
    proofDueAt: Date
    /** The same service of another professional. */
    service?: { serviceId: string; professionalId: string }
  }

export async function setMoved(tx: Tx, input: Move): Promise<void> {
  const { appointmentId, status, movedBy, reason, lateSince, service, now, ...span } = input
  const set = {
    during: range(span),
    status,
    requested_at: now,
    confirmed_at: status === 'confirmed' ? now : null,
    moved_at: now,
    moved_by: movedBy,
    move_reason: reason,
    arrived_at: null,
    // Only an acceptance before the start counts, and the new start may be earlier than that.
    accepted_at: sql<Date | null>`case when accepted_at < ${span.startsAt}::timestamptz then accepted_at end`,
    late_since: lateSince,
    ...freshProof(input),
    ...(service && { service_id: service.serviceId, professional_id: service.professionalId }),
  }
  await update(tx, { appointmentId, now, set })
}

export type Cancellation = Change & {
  by: 'patient' | 'center' | 'system' | 'staff'
  /** The desk recorded the patient's request to cancel. */
  atDesk?: boolean
  /** The time was freed, because the address of the patient stayed unconfirmed. */
  isFreed?: boolean
  reason: string | null
  refundPercent: number
}

/** The caller then owes the share of the payments: oweShare(). */
export async function setCancelled(
  tx: Tx,
  { appointmentId, by, atDesk = false, isFreed = false, reason, refundPercent, now }: Cancellation,
): Promise<{ hadDiscount: boolean }> {
  const set = {
    status: 'cancelled',
    cancelled_at: now,
    cancelled_by: by,
    cancelled_at_desk: atDesk,
    freed_unconfirmed: isFreed,
    cancellation_reason: reason,
    refund_percent: refundPercent,
    unproven_network: null,
    ...(by === 'center' && { cancelled_unproven: isOfUnproven }),
  }
  const cancelled = updateQuery(tx, { appointmentId, now, set }).returning('discount_amount as discountCents')
  const { discountCents } = await cancelled.executeTakeFirstOrThrow()
  return { hadDiscount: discountCents > 0 }
}

/** Records what a promotion or a reward takes off the price. @returns false when another discount has lowered it already */
export async function setDiscount(
  tx: Tx,
  {
    appointmentId,
    discountCents,
    payer,
    takenBy,
    now,
  }: Change & { discountCents: number; payer: 'center' | 'senda'; takenBy: string | null },
): Promise<boolean> {
  const set = { discount_amount: discountCents, discount_payer: payer, discount_taken_by: takenBy }
  const row = await updateQuery(tx, { appointmentId, now, set })
    .where('discount_amount', '=', 0)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A session of a package pays for all of the appointment, whose price is then the value of the session. */
export async function setPaidByPackage(
  tx: Tx,
  { appointmentId, valueCents, isOnline, now }: Change & ReservedSession,
): Promise<void> {
  const set = { price: valueCents, discount_amount: valueCents, discount_payer: 'package' } as const
  // Its commission is due as if the patient had booked, also when the desk books.
  await update(tx, { appointmentId, now, set: isOnline ? { ...set, keeps_commission: true } : set })
}

export async function clearDiscount(tx: Tx, { appointmentId, now }: Change): Promise<void> {
  await update(tx, { appointmentId, now, set: { discount_amount: 0, discount_payer: null, discount_taken_by: null } })
}

/** `at`: null undoes the arrival. */
export async function setArrived(tx: Tx, { appointmentId, at, now }: Change & { at: Date | null }): Promise<void> {
  await update(tx, { appointmentId, now, set: { arrived_at: at } })
}

export async function setCompleted(tx: Tx, { appointmentId, now }: Change): Promise<void> {
  await update(tx, { appointmentId, now, set: { status: 'completed', completed_at: now } })
}

export async function setNoShow(tx: Tx, { appointmentId, now }: Change): Promise<void> {
  await update(tx, { appointmentId, now, set: { status: 'no_show', completed_at: null, no_show_at: now } })
}

/**
 * Staff decided that the centre cancelled what its desk had recorded as the patient's cancellation. The caller then owes
 * everything that the centre collected: oweEverything().
 */
export async function setCancelledByCenter(tx: Tx, { appointmentId, now }: Change): Promise<void> {
  await update(tx, {
    appointmentId,
    now,
    set: { cancelled_by: 'center', cancelled_at_desk: false, refund_percent: 100 },
  })
}

/** Staff decided that a visit which the centre closed before the expected start did not take place: the centre has cancelled it. */
export async function setVisitAnnulled(tx: Tx, { appointmentId, now }: Change): Promise<void> {
  const set = {
    status: 'cancelled',
    cancelled_at: now,
    cancelled_by: 'center',
    refund_percent: 100,
    completed_at: null,
  }
  await update(tx, { appointmentId, now, set })
}

/** Staff decided that the patient of a no-show came. */
export async function setAttendanceUpheld(tx: Tx, { appointmentId, now }: Change): Promise<void> {
  const set = { status: 'completed', completed_at: now, attendance_upheld_at: now }
  await update(tx, { appointmentId, now, set })
}

/** Undoes setAttendanceUpheld(). The time for an objection still counts from the desk's mark. */
export async function undoAttendanceUpheld(tx: Tx, { appointmentId, now }: Change): Promise<void> {
  await update(tx, { appointmentId, now, set: { status: 'no_show', completed_at: null, attendance_upheld_at: null } })
}

export async function setReopened(tx: Tx, { appointmentId, now }: Change): Promise<void> {
  await update(tx, { appointmentId, now, set: { status: 'confirmed', completed_at: null, reopened_at: now } })
}
