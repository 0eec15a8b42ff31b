import { isSettled, reduceCommission } from '#server/features/commissions/repository/commissions.ts'
import { updateCompletion } from '#server/features/loyalty/usecases/points.ts'
import {
  consumeDiscount,
  type Discount,
  lockDiscount,
  type Payable,
  readDiscounts,
  type UsableDiscounts,
  undoConsumption,
} from '#server/features/promotions/usecases/discounts.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import * as changes from '../repository/changes.ts'
import { dueOf } from '../rules/payments.ts'

type PricedRow = Pick<
  AppointmentRow,
  'id' | 'status' | 'patientId' | 'bookedBy' | 'priceCents' | 'discountCents' | 'paidCents'
>

/** The discounts that the patient can use for an appointment whose price none has lowered yet. */
export async function readUsableDiscounts(
  db: Db | Tx,
  { row, centerId, now }: { row: PricedRow; centerId: string; now: Date },
): Promise<UsableDiscounts> {
  const payable = await findPayable(db, { row, centerId, now })
  return payable ? readDiscounts(db, payable) : { discounts: [], rewardsNotice: null }
}

/** The appointment as a discount is computed on it. Undefined when none can lower its price. */
export async function findPayable(
  db: Db | Tx,
  { row, centerId, now }: { row: PricedRow; centerId: string; now: Date },
): Promise<Payable | undefined> {
  const { id: appointmentId, patientId } = row
  const dueCents = dueOf(row)
  if (patientId === null || dueCents === 0 || row.discountCents > 0) return undefined
  if (row.status === 'completed' && (await isSettled(db, { appointmentId }))) return undefined
  return { ...row, patientId, centerId, dueCents, now }
}

type Use = {
  row: Omit<PricedRow, 'bookedBy' | 'paidCents'>
  discount: Pick<Discount, 'kind' | 'id' | 'discountCents'>
  /** The member who uses it at the desk; null when the patient uses it online. */
  takenBy: string | null
  now: Date
}

/**
 * Lowers the price of an appointment that the caller has locked, and its commission, at most once.
 * @returns false when the discount cannot be used any more
 */
export async function takeDiscount(tx: Tx, { row, discount, takenBy, now }: Use): Promise<boolean> {
  const { id: appointmentId, patientId, priceCents } = row
  const { discountCents } = discount
  if (patientId === null || row.discountCents > 0) return false
  // Before the commission, as an online payment does, so that the two cannot deadlock.
  if (!(await lockDiscount(tx, { patientId, discount }))) return false
  // The centre would lose what a settled commission cannot credit any more.
  if (row.status === 'completed' && (await isSettled(tx, { appointmentId, isLocked: true }))) return false
  const payer = await consumeDiscount(tx, { appointmentId, patientId, priceCents, discount, now })
  if (payer === undefined) return false
  if (!(await changes.setDiscount(tx, { appointmentId, discountCents, payer, takenBy, now }))) return false
  if (row.status !== 'completed') return true
  await reduceCommission(tx, { appointmentId })
  await updatePoints(tx, { appointmentId, patientId, now })
  return true
}

/** Recomputes the points of a completed appointment whose commission changed with its discount. */
async function updatePoints(
  tx: Tx,
  { appointmentId, patientId: userId, now }: { appointmentId: string; patientId: string; now: Date },
): Promise<void> {
  await updateCompletion(tx, { userId, appointmentId, description: 'Cambió lo que pagaste por una consulta', now })
}

/** Undoes the discount that the desk used: the patient can use it again until it expires. */
export async function undoDiscount(
  tx: Tx,
  { row, now }: { row: Pick<PricedRow, 'id' | 'status' | 'patientId'>; now: Date },
): Promise<void> {
  const { id: appointmentId, patientId, status } = row
  await changes.clearDiscount(tx, { appointmentId, now })
  // Before the discount is given back, which is refused while its credit is due.
  if (status === 'completed') await reduceCommission(tx, { appointmentId })
  await undoConsumption(tx, { appointmentId, now })
  if (status === 'completed' && patientId !== null) await updatePoints(tx, { appointmentId, patientId, now })
}
