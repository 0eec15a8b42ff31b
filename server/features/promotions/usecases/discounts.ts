import { brand } from '#contract/brand.ts'
import { type DiscountTerms, discountOf } from '#contract/discounts.ts'
import { lookAlikeForm } from '#contract/promotion-codes.ts'
import {
  consumeRedemption,
  lockRedemption,
  type RedemptionRow,
  releaseRedemptions,
} from '#server/features/loyalty/repository/redemptions.ts'
import { deskCodeOf } from '#server/features/loyalty/usecases/desk-code.ts'
import * as rewards from '#server/features/loyalty/usecases/use-rewards.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { listWithoutCredit } from '../repository/uncredited.ts'
import * as repository from '../repository/uses.ts'

export type Discount = {
  kind: 'promotion' | 'reward'
  /** The id of the promotion use or of the redemption. */
  id: string
  label: string
  discountCents: number
  /** Who pays for it: the commission of a centre's own promotion is lower, and Senda credits its own discounts. */
  payer: 'center' | 'senda'
}

export type Payable = {
  patientId: string
  centerId: string
  /** The price of the appointment, on which a promotion is computed. */
  priceCents: number
  /** What remains to be paid. A discount never exceeds it. */
  dueCents: number
  /** Senda's own discounts are for appointments that the patient booked, because only those have a commission. */
  bookedBy: 'patient' | 'center'
  now: Date
}

export type UsableDiscounts = {
  discounts: Discount[]
  /** Why a reward, or a promotion of Senda, is not among the discounts, in Spanish. */
  rewardsNotice: string | null
}

/** The discounts that the patient can use for an appointment: promotions before rewards, the largest of each kind first. */
export async function readDiscounts(db: Db | Tx, appointment: Payable): Promise<UsableDiscounts> {
  const held = await readHeld(db, appointment)
  const all = discountsOf(held, appointment)
  const neededCents = Math.max(...all.map(({ payer, discountCents }) => (payer === 'senda' ? discountCents : 0)), 0)
  return {
    discounts: withinRoom(all, held),
    rewardsNotice: appointment.bookedBy === 'patient' ? held.notice(neededCents) : null,
  }
}

/** The centre's own promotions that the patient applied: what the desk may use without a code of the patient. */
export async function readCenterPromotions(db: Db | Tx, appointment: Payable): Promise<Discount[]> {
  const uses = await repository.listReservedFor(db, { ...appointment, userId: appointment.patientId })
  return uses
    .flatMap((use) => promotionDiscount(use, appointment) ?? [])
    .filter(({ payer }) => payer === 'center')
    .sort(bySize)
}

type CodeQuery = Payable & { code: string; secret: Uint8Array }

/** The discount of Senda whose code the patient showed at the desk, or why it lowers no price, in Spanish. */
export async function readDiscountOfCode(
  db: Db | Tx,
  { code, secret, ...appointment }: CodeQuery,
): Promise<{ discount: Discount } | { refusal: string }> {
  if (appointment.bookedBy !== 'patient') return { refusal: onlyOwnBookings() }
  const held = await readHeld(db, appointment)
  const { roomCents } = held
  const all = discountsOf(held, appointment)
  const typed = lookAlikeForm(code)
  const isCode = (each: Pick<Discount, 'kind' | 'id'>) => lookAlikeForm(deskCodeOf(each, { secret })) === typed
  const discount = all.find((each) => each.payer === 'senda' && isCode(each))
  if (discount) return discount.discountCents <= roomCents ? { discount } : { refusal: rewards.noRoomNotice() }
  const isWaiting = await rewards.isWaitingReward(db, { ...appointment, userId: appointment.patientId, isCode })
  return { refusal: isWaiting ? rewards.waitingNotice : unknownDeskCode }
}

const onlyOwnBookings = () =>
  `Las recompensas y las promociones de ${brand.name} valen en citas que reservó el paciente.`
const unknownDeskCode = 'Ese código no vale para esta cita. Compáralo con el que muestra el paciente.'

const bySize = (a: Discount, b: Discount) => b.discountCents - a.discountCents

export type Held = Awaited<ReturnType<typeof readHeld>>

/** The promotions that the patient reserved and may use at the centre, the rewards, and what Senda's discounts may still pay there. */
export async function readHeld(
  db: Db | Tx,
  { patientId: userId, centerId, now }: Pick<Payable, 'patientId' | 'centerId' | 'now'>,
) {
  const [uses, redemptions, { roomCents, notice }] = await Promise.all([
    repository.listReservedFor(db, { userId, centerId, now }),
    rewards.listUsable(db, { userId, now }),
    rewards.readRewardState(db, { userId, centerId, now }),
  ])
  return { uses, redemptions, roomCents, notice }
}

type Priced = Pick<Payable, 'priceCents' | 'dueCents' | 'bookedBy'>

/** The discounts of a price, also those for which the centre has no room. */
export function discountsOf({ uses, redemptions }: Pick<Held, 'uses' | 'redemptions'>, price: Priced): Discount[] {
  const promotions = uses.flatMap((use) => promotionDiscount(use, price) ?? []).sort(bySize)
  const ofRewards = redemptions.flatMap((redemption) => rewardDiscount(redemption, price) ?? []).sort(bySize)
  return [...promotions, ...ofRewards]
}

/** Without those that Senda would pay and for which the centre has no room. */
export const withinRoom = <Some extends Pick<Discount, 'payer' | 'discountCents'>>(
  discounts: readonly Some[],
  { roomCents }: Pick<Held, 'roomCents'>,
): Some[] => discounts.filter(({ payer, discountCents }) => payer === 'center' || discountCents <= roomCents)

/** Undefined when the appointment does not qualify. */
export function promotionDiscount(
  use: Pick<repository.UseRow, 'id' | 'name' | 'code' | 'centerId' | 'minimumCents' | keyof DiscountTerms>,
  { priceCents, dueCents, bookedBy }: Priced,
): Discount | undefined {
  const payer = use.centerId === null ? 'senda' : 'center'
  const discountCents = Math.min(discountOf(use, priceCents), dueCents)
  if (priceCents < use.minimumCents || discountCents === 0 || (payer === 'senda' && bookedBy !== 'patient')) {
    return undefined
  }
  return { kind: 'promotion', id: use.id, label: `${use.name} (${use.code})`, discountCents, payer }
}

function rewardDiscount(redemption: RedemptionRow, { priceCents, dueCents, bookedBy }: Priced): Discount | undefined {
  const discountCents = Math.min(discountOf(redemption, priceCents), dueCents)
  if (discountCents === 0 || bookedBy !== 'patient') return undefined
  return { kind: 'reward', id: redemption.id, label: redemption.name, discountCents, payer: 'senda' }
}

type DiscountOfPatient = { patientId: string; discount: Pick<Discount, 'kind' | 'id'> }

/** Locks a discount of the patient until the transaction ends. @returns false when it is no longer unused */
export async function lockDiscount(
  tx: Tx,
  { patientId: userId, discount: { kind, id } }: DiscountOfPatient,
): Promise<boolean> {
  return kind === 'reward'
    ? lockRedemption(tx, { redemptionId: id, userId })
    : repository.lockReserved(tx, { useId: id, userId })
}

type Consumption = {
  appointmentId: string
  patientId: string
  priceCents: number
  discount: Pick<Discount, 'kind' | 'id' | 'discountCents'>
  now: Date
}

/**
 * Uses up a discount of the patient for an appointment whose row the caller has locked.
 * @returns who pays for it; undefined when it was used, released or expired first, or the centre has no room for Senda's discounts
 */
export async function consumeDiscount(tx: Tx, input: Consumption): Promise<Discount['payer'] | undefined> {
  const { discount, patientId: userId, appointmentId, priceCents: orderCents, now } = input
  const { id, discountCents } = discount
  if (discount.kind === 'reward') {
    const isUsed = await consumeRedemption(tx, { redemptionId: id, userId, appointmentId, discountCents, now })
    return isUsed ? 'senda' : undefined
  }
  const use = await repository.consumeUse(tx, { useId: id, userId, appointmentId, orderCents, discountCents, now })
  return use && (use.centerId === null ? 'senda' : 'center')
}

/**
 * Gives back the discounts of appointments that are cancelled or refunded, in the transaction of that change, after it has changed the
 * commission. One whose credit is due or settled stays used: the centre gets Senda's money for it. A trigger refuses the rest.
 */
export async function releaseDiscounts(
  tx: Tx,
  { now, ...input }: { appointmentIds: readonly string[]; now: Date },
): Promise<void> {
  const appointmentIds = await listWithoutCredit(tx, input)
  if (appointmentIds.length === 0) return
  const ids = await repository.listConsumedOf(tx, { appointmentIds })
  if (ids.length > 0) await repository.releaseUses(tx, { ids, from: 'consumed', now })
  await releaseRedemptions(tx, { appointmentIds, now })
}

/** Whether the appointment still uses the reward or the promotion that lowered its price. */
export function hasDiscountOf(tx: Tx, input: { appointmentId: string }): Promise<boolean> {
  return repository.isConsumedBy(tx, input)
}

/**
 * Releases what the patients reserved, unless another unpaid appointment supports it, in the transaction that cancels or moves
 * the appointments. Otherwise a patient who cancels keeps the last use from the next one.
 */
export async function releaseUnsupported(
  tx: Tx,
  { appointmentIds, now }: { appointmentIds: readonly string[]; now: Date },
): Promise<void> {
  const ids = await repository.listUnsupportedOf(tx, { appointmentIds, now })
  if (ids.length > 0) await repository.releaseUses(tx, { ids, from: 'reserved', now })
}

/** Gives back a discount that the desk used by mistake and that is not settled. A promotion use whose time is not over becomes reserved again. */
export async function undoConsumption(
  tx: Tx,
  { appointmentId, now }: { appointmentId: string; now: Date },
): Promise<void> {
  await repository.reserveAgain(tx, { appointmentId, now })
  await releaseDiscounts(tx, { appointmentIds: [appointmentId], now })
}

/** Releases an account's reserved promotions, in the transaction that deletes the account. */
export async function releaseReservations(tx: Tx, { userId, now }: { userId: string; now: Date }): Promise<void> {
  const ids = await repository.listReservedOf(tx, { userId })
  if (ids.length > 0) await repository.releaseUses(tx, { ids, from: 'reserved', now })
}
