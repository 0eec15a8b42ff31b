import { discountOf } from '#contract/discounts.ts'
import { reservationMinutes } from '#contract/promotion-codes.ts'
import { runTogether } from '#server/platform/each-row.ts'
import { newId } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { addressAttempts, countAttempts } from '#server/platform/rate-limit.ts'
import { fail } from '../promotions.errors.ts'
import { refusalOf, unknownCode, usedUp } from '../promotions.policy.ts'
import { findByCode, type OwnUses, type PromotionRow } from '../repository/promotions.ts'
import * as repository from '../repository/uses.ts'

type Order = { userId: string; address: string; code: string; orderCents: number }

/** This is enough for a patient who mistypes, and too few to guess codes. */
const codesPerHour = 60
/** Patients may share one network. */
const codesPerAddress = 600

async function countCodeAttempt(platform: Platform, { userId, address }: Order): Promise<void> {
  await countAttempts(platform, [
    { name: 'promotions.code', key: userId, limit: codesPerHour, windowSeconds: 3600 },
    ...addressAttempts({ name: 'promotions.code.address', address, limit: codesPerAddress, windowSeconds: 3600 }),
  ])
}

export type Validation = {
  promotion: FoundPromotion | undefined
  discountCents: number
  /** Why the code is not valid for the order, in Spanish. */
  refusal: string | undefined
}

/** Computes the discount of a code for an order of the caller. Reserves nothing. */
export async function validatePromotion(platform: Platform, input: Order): Promise<Validation> {
  await countCodeAttempt(platform, input)
  const { promotion, refusal } = await checkCode(platform, input)
  const discountCents = promotion && refusal === undefined ? discountOf(promotion, input.orderCents) : 0
  return { promotion, discountCents, refusal }
}

/**
 * Reserves a promotion for the caller's next payment that qualifies, which needs a verified address and an unpaid appointment
 * in which the code is valid. Idempotent: while the reservation lasts, the same code returns it, also after the promotion was
 * deactivated.
 * @throws promotions.invalid with the reason, promotions.unverified, promotions.no_appointment
 */
export async function applyPromotion(platform: Platform, input: Order): Promise<repository.UseRow> {
  await countCodeAttempt(platform, input)
  for (;;) {
    const { promotion, refusal } = await checkCode(platform, input)
    if (promotion?.reservedId) return requireUse(platform.db, promotion.reservedId)
    if (!promotion || refusal !== undefined) throw fail('promotions.invalid', { reason: refusal ?? unknownCode })
    const use = newUse(platform, { ...input, promotion })
    const slot = freeSlot(promotion)
    const outcome = await repository.insertUse(platform.db, { ...use, slot, now: use.reservedAt })
    if (outcome === 'reserved') return use
    if (outcome === 'used_up') throw fail('promotions.invalid', { reason: usedUp })
    const { isVerified, hasAppointment } = await repository.readEligibility(platform.db, use)
    if (!isVerified) throw fail('promotions.unverified')
    if (!hasAppointment) throw fail('promotions.no_appointment')
    // Another tab of the caller took the slot: the next check finds its reservation, or another slot. There are 100 at most.
  }
}

/** The lowest free slot: two tabs choose the same one, so that the second insertion conflicts. */
function freeSlot({ slots }: OwnUses): number {
  const taken = new Set(slots)
  let slot = 1
  while (taken.has(slot)) slot += 1
  return slot
}

function newUse(
  { clock }: Platform,
  { promotion, userId, orderCents }: Order & { promotion: FoundPromotion },
): repository.UseRow {
  const reservedAt = clock.now()
  const { id: promotionId, code, name, centerId, centerName, discountType, discountValue } = promotion
  return {
    ...{ promotionId, code, name, centerId, centerName, discountType, discountValue, userId, orderCents, reservedAt },
    id: newId(),
    status: 'reserved',
    minimumCents: promotion.minimumCents,
    maximumCents: promotion.maximumCents,
    discountCents: discountOf(promotion, orderCents),
    expiresAt: new Date(reservedAt.getTime() + reservationMinutes * minuteMs),
    endedAt: null,
    appointmentId: null,
  }
}

type FoundPromotion = PromotionRow & OwnUses

/** Finds the promotion of a code, and why it cannot be applied. It first releases the caller's reservation if that has expired. */
async function checkCode(
  platform: Platform,
  input: Order,
): Promise<{ promotion: FoundPromotion | undefined; refusal: string | undefined }> {
  const { db, clock } = platform
  const now = clock.now()
  const promotion = await findByCode(db, input)
  if (!promotion) return { promotion, refusal: unknownCode }
  if (promotion.expiresAt !== null && promotion.expiresAt <= now) {
    const expired = await repository.listExpired(db, { now, limit: 1, useId: promotion.reservedId })
    await releaseExpired(platform, expired)
    if (expired.length > 0) return checkCode(platform, input)
  }
  // A reservation of the caller's own does not count against them when they validate the code again.
  const reserved = promotion.reservedId === null ? 0 : 1
  const state = { ...promotion, usedCount: promotion.usedCount - reserved }
  const application = { orderCents: input.orderCents, ownUses: promotion.slots.length - reserved, now }
  // Deactivating a promotion or lowering its limit leaves the reservation of the caller as it is.
  const reservation = { ...state, isActive: true, usageLimit: null }
  return { promotion, refusal: refusalOf(reserved === 1 ? reservation : state, application) }
}

async function requireUse(db: Db, useId: string): Promise<repository.UseRow> {
  const use = await repository.findUse(db, { useId })
  if (!use) throw new Error(`no promotion use ${useId}`)
  return use
}

/** Releases a promotion that the caller applied. @throws promotions.use_not_found, promotions.not_reserved */
export async function releasePromotion(
  { db, clock }: Platform,
  { userId, useId }: { userId: string; useId: string },
): Promise<repository.UseRow> {
  await db.transaction().execute(async (tx) => {
    const use = await repository.findUse(tx, { useId })
    if (use?.userId !== userId) throw fail('promotions.use_not_found')
    if (use.status === 'consumed') throw fail('promotions.not_reserved')
    await repository.releaseUses(tx, { ids: [useId], from: 'reserved', now: clock.now() })
  })
  return requireUse(db, useId)
}

async function releaseExpired({ db, clock }: Platform, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.transaction().execute((tx) => repository.releaseUses(tx, { ids, from: 'reserved', now: clock.now() }))
}

const batch = 500

/** Releases the reservations whose 30 minutes are over. */
export async function releaseExpiredUses(platform: Platform): Promise<void> {
  for (;;) {
    const ids = await repository.listExpired(platform.db, { now: platform.clock.now(), limit: batch })
    const failed = await runTogether({
      log: platform.log,
      rows: ids,
      about: (useId) => ({ useId }),
      failure: 'the expired reservation of a promotion could not be released',
      run: (some) => releaseExpired(platform, some),
    })
    // Those that failed are listed again by the next run, in a minute.
    if (ids.length < batch || failed > 0) return
  }
}
