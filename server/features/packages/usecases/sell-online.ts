import { packageLimits } from '#contract/package-limits.ts'
import { isBlockedByCenter } from '#server/features/contacts/repository/blocks.ts'
import { insertOnlinePackagePayment } from '#server/features/payments/repository/payments-of-packages.ts'
import { newId } from '#server/platform/ids.ts'
import { lockInTransaction } from '#server/platform/postgres/advisory-lock.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../packages.errors.ts'
import { offerVersion } from '../packages.policy.ts'
import { endOfValidity, sessionValues } from '../packages.rules.ts'
import * as offers from '../repository/offers.ts'
import { countOfPatient, insertPackage, wasSoldSince } from '../repository/packages.ts'

/** What a patient saw of a package when they began to pay it, without its price. Stored in the checkout. */
export type PackageTerms = {
  serviceName: string
  serviceIds: string[]
  professionalNames: string[]
  sessions: number
  validityDays: number
}

/** An offer that visitors see, with its terms. A patient whom the centre blocked finds none. @throws packages.offer_not_found */
export async function requirePublished(db: Db | Tx, { offerId, patientId }: { offerId: string; patientId: string }) {
  const center = await offers.findPublishedCenter(db, { offerId })
  const offer = center && (await offers.findOffer(db, { ...center, offerId }))
  const isSold = offer?.isActive === true && offer.givers.length > 0
  if (!center || !isSold || offer.serviceName === null) throw fail('packages.offer_not_found')
  if (await isBlockedByCenter(db, { ...center, patientId })) throw fail('packages.offer_not_found')
  const { givers, serviceName, sessions, validityDays, priceCents } = offer
  const terms: PackageTerms = {
    serviceName,
    serviceIds: givers.map(({ serviceId }) => serviceId),
    professionalNames: [...new Set(givers.map(({ name }) => name))],
    sessions,
    validityDays,
  }
  return { ...center, offerId, priceCents, terms, version: offerVersion(offer) }
}

/** Whether the patient may have no more packages of the centre. */
export async function hasTooMany(db: Db | Tx, buyer: { centerId: string; patientId: string }): Promise<boolean> {
  return (await countOfPatient(db, buyer)) >= packageLimits.ofPerson
}

/**
 * Serialises what a patient buys, after the locks of their account and of the centre, and keeps the offer from being edited and deleted.
 */
export async function lockPurchase(
  tx: Tx,
  { patientId, offerId, centerId }: { patientId: string; offerId: string; centerId: string },
): Promise<void> {
  await lockInTransaction(tx, { kind: 'packages', id: patientId })
  await offers.lockOffer(tx, { centerId, offerId })
}

type Purchase = {
  checkoutId: string
  patientId: string
  centerId: string
  /** Null: it was deleted. */
  offerId: string | null
  terms: PackageTerms
  priceCents: number
  startedAt: Date
  now: Date
}

/** `already_bought`: another payment has bought the same package since this one began. `not_sold`: the patient could not book with it. */
export type PurchaseOutcome = 'paid' | 'not_sold' | 'already_bought'

/**
 * Sells a package to the patient who paid it online, with the terms that they saw. The offer may be changed or paused by now. Nothing is
 * sold once it is deleted, its services are discontinued or the centre has blocked the patient. The caller holds the locks of lockPurchase() and has found the centre open.
 */
export async function sellOnline(tx: Tx, { terms, ...sale }: Purchase): Promise<PurchaseOutcome> {
  const { checkoutId, centerId, patientId, offerId, priceCents, startedAt, now } = sale
  if (offerId === null || (await hasTooMany(tx, sale)) || (await isBlockedByCenter(tx, sale))) return 'not_sold'
  if (!(await offers.isGiven(tx, terms))) return 'not_sold'
  if (await wasSoldSince(tx, { patientId, offerId, since: startedAt })) return 'already_bought'
  const packageId = newId()
  const { sessions, validityDays } = terms
  await insertPackage(tx, {
    ...terms,
    packageId,
    centerId,
    offerId,
    priceCents,
    buyer: { patientId },
    values: sessionValues({ priceCents, sessions }),
    validUntil: endOfValidity({ soldAt: now, validityDays }),
    idempotencyKey: checkoutId,
    soldBy: null,
    now,
  })
  await insertOnlinePackagePayment(tx, { packageId, centerId, checkoutId, amountCents: priceCents, now })
  return 'paid'
}
