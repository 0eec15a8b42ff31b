import { countDeskCode as countCode } from '#server/features/loyalty/usecases/desk-code.ts'
import { findHandoverOfPatient, type Handover } from '#server/features/loyalty/usecases/hand-over-rewards.ts'
import {
  type Discount,
  type Payable,
  readCenterPromotions,
  readDiscountOfCode as readDiscountOf,
} from '#server/features/promotions/usecases/discounts.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import type { AgendaRow } from '../repository/agenda.ts'
import { requireAppointment } from '../repository/appointments.ts'
import { type DeskRequest, requireAtDesk } from './change-at-desk.ts'
import { createNotificationOfDiscount } from './create-notifications.ts'
import { findPayable, takeDiscount } from './discounts.ts'
import { mailCenterEvent } from './notify-change.ts'

/**
 * What the desk uses, with the amount that the member saw: a promotion of the centre that the patient applied, or what the code that
 * the patient showed is for.
 */
export type DiscountAtDesk =
  | { kind: 'promotion'; id: string; discountCents: number }
  | { kind: 'code'; code: string; discountCents: number }

/** Counts a typed code, after the caller proved to be a member who may change the appointment: a stranger uses up no centre's attempts. */
export async function countDeskCode(platform: Platform, input: DeskRequest): Promise<void> {
  await requireAtDesk(platform.db, input)
  await countCode(platform, input)
}

/** The centre's own promotions that the patient applied. What else the patient has, the desk learns from the patient. */
export async function readDiscountsAtDesk({ db, clock }: Platform, input: DeskRequest): Promise<Discount[]> {
  const { row } = await requireAtDesk(db, input)
  const payable = await findPayable(db, { row, centerId: input.centerId, now: clock.now() })
  return payable ? readCenterPromotions(db, payable) : []
}

type OfCode = { kind: 'discount'; label: string; discountCents: number } | { kind: 'handover'; handover: Handover }

/**
 * What the code that the patient shows takes off, or what the centre hands over for it. @throws agenda.code_refused with the reason
 */
export async function readDiscountOfCode(
  platform: Platform,
  { code, ...input }: DeskRequest & { code: string },
): Promise<OfCode> {
  await countDeskCode(platform, input)
  const { db, clock, secret } = platform
  const { row } = await requireAtDesk(db, input)
  const { centerId } = input
  const handover =
    row.patientId !== null && (await findHandoverOfPatient(platform, { userId: row.patientId, centerId, code }))
  if (handover) return { kind: 'handover', handover }
  const payable = await findPayable(db, { row, centerId, now: clock.now() })
  const found = payable ? await readDiscountOf(db, { ...payable, code, secret }) : { refusal: nothingToLower }
  if ('refusal' in found) throw fail('agenda.code_refused', { reason: found.refusal })
  const { label, discountCents } = found.discount
  return { kind: 'discount', label, discountCents }
}

const nothingToLower = 'Esta cita ya no puede tener un descuento.'

type Use = {
  platform: Platform
  row: AgendaRow
  centerId: string
  discount: DiscountAtDesk
  takenBy: string
  now: Date
}

/** Uses a discount of the patient at the desk, and tells the patient. @throws agenda.discount_changed */
export async function takeSeenDiscount(tx: Tx, { platform, discount: seen, ...use }: Use): Promise<void> {
  const payable = await findPayable(tx, use)
  const discount = payable && (await findSeen(tx, { payable, seen, platform }))
  if (discount?.discountCents !== seen.discountCents) throw fail('agenda.discount_changed')
  if (!(await takeDiscount(tx, { ...use, discount }))) throw fail('agenda.discount_changed')
  const appointment = await requireAppointment(tx, { appointmentId: use.row.id })
  const { label, discountCents } = discount
  const event = { kind: 'discount_used', label, discountCents, isByCode: seen.kind === 'code' } as const
  await createNotificationOfDiscount(tx, { platform, appointment, discountCents })
  await mailCenterEvent(tx, { platform, appointment, event })
}

type Seen = { payable: Payable; seen: DiscountAtDesk; platform: Pick<Platform, 'secret'> }

async function findSeen(db: Db | Tx, { payable, seen, platform: { secret } }: Seen): Promise<Discount | undefined> {
  if (seen.kind === 'promotion') return (await readCenterPromotions(db, payable)).find(({ id }) => id === seen.id)
  const found = await readDiscountOf(db, { ...payable, code: seen.code, secret })
  return 'discount' in found ? found.discount : undefined
}
