import type { PersonRef } from '#contract/agenda.ts'
import { packageLimits } from '#contract/package-limits.ts'
import type { DeskMethod } from '#contract/payment-methods.ts'
import { lockCenterState } from '#server/features/centers/repository/closed.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { hasBlockedCenter } from '#server/features/contacts/repository/blocks.ts'
import { insertPackagePayment } from '#server/features/payments/repository/payments-of-packages.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockInTransaction } from '#server/platform/postgres/advisory-lock.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { requireTerms } from '#server/platform/version.ts'
import { fail } from '../packages.errors.ts'
import { offerVersion, requireSeller } from '../packages.policy.ts'
import { endOfValidity, sessionValues } from '../packages.rules.ts'
import { lockOffer, type OfferRow } from '../repository/offers.ts'
import * as repository from '../repository/packages.ts'
import { lockBuyer } from './buyers.ts'
import { tellOfSale } from './tell-buyer.ts'

type Sale = {
  centerId: string
  userId: string
  offerId: string
  /** The version of the offer that the member read. */
  terms: string
  person: PersonRef
  /** How many packages the person had at the centre, as the member read it. */
  soldCount: number
  amountCents: number
  method: DeskMethod
  idempotencyKey: string
}

const salesPerHour = 200

/**
 * Sells a package at the desk and records its first payment. The sale keeps the terms of the offer. Idempotent: the same key sells once,
 * and of two desks that sell to one person at the same time, the second reads what the first sold.
 * @throws request.terms_changed, packages.changed, packages.more_than_due, packages.too_many, packages.blocked, packages.closed_by_staff
 */
export async function sellPackage(platform: Platform, input: Sale): Promise<repository.PackageRow> {
  const { centerId, userId } = input
  await countAttempt(platform, {
    name: 'packages.sold',
    key: userId,
    limit: salesPerHour,
    windowSeconds: hourMs / 1000,
  })
  return platform.db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, input)
    requireSeller(member)
    const now = platform.clock.now()
    const buyer = await lockBuyer(tx, { member, person: input.person, now })
    const state = await lockCenterState(tx, { centerId, now })
    if (state === 'closed' || (state === 'pending' && 'patientId' in buyer)) throw fail('packages.closed_by_staff')
    if ('patientId' in buyer && (await hasBlockedCenter(tx, { ...buyer, centerId }))) throw fail('packages.blocked')
    await lockInTransaction(tx, { kind: 'packages', id: 'patientId' in buyer ? buyer.patientId : buyer.guestId })
    const sent = await repository.findByKey(tx, input)
    if (sent) return sent
    const known = await repository.listOfBuyer(tx, { centerId, ...buyer })
    if (known.length >= packageLimits.ofPerson) throw fail('packages.too_many')
    if (known.length !== input.soldCount) throw fail('packages.changed')
    const offer = await requireSeenOffer(tx, input)
    if (input.amountCents > offer.priceCents) throw fail('packages.more_than_due', { dueCents: offer.priceCents })
    const packageId = newId()
    await insertSale(tx, { ...input, packageId, buyer, offer, now })
    await insertPackagePayment(tx, { ...input, packageId, collectedBy: userId, now })
    const row = await requirePackage(tx, { centerId, packageId })
    await tellOfSale(tx, { platform, row })
    return row
  })
}

/** @throws packages.offer_not_found, packages.not_given, request.terms_changed */
async function requireSeenOffer(tx: Tx, input: Sale): Promise<OfferRow & { serviceName: string }> {
  const offer = await lockOffer(tx, input)
  if (!offer?.isActive) throw fail('packages.offer_not_found')
  requireTerms({ seen: input.terms, current: offerVersion(offer) })
  const { serviceName } = offer
  if (serviceName === null || offer.givers.length === 0) throw fail('packages.not_given')
  return { ...offer, serviceName }
}

type Terms = Pick<Sale, 'centerId' | 'userId' | 'idempotencyKey'> & {
  packageId: string
  buyer: repository.Buyer
  offer: OfferRow & { serviceName: string }
  now: Date
}

async function insertSale(tx: Tx, { offer, userId, now, ...sale }: Terms): Promise<void> {
  const { id: offerId, givers, ...terms } = offer
  await repository.insertPackage(tx, {
    ...terms,
    ...sale,
    offerId,
    serviceIds: givers.map(({ serviceId }) => serviceId),
    professionalNames: [...new Set(givers.map(({ name }) => name))],
    values: sessionValues(terms),
    validUntil: endOfValidity({ ...terms, soldAt: now }),
    soldBy: userId,
    now,
  })
}

export async function requirePackage(
  tx: Tx,
  input: { centerId: string; packageId: string },
): Promise<repository.PackageRow> {
  const row = await repository.findPackage(tx, input)
  if (!row) throw fail('packages.not_found')
  return row
}
