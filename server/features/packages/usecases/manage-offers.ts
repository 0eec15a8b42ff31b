import { packageLimits } from '#contract/package-limits.ts'
import type { PackageOfferFields } from '#contract/packages.ts'
import { lockOwnCenter, requireMember } from '#server/features/centers/usecases/require-member.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { requireVersion } from '#server/platform/version.ts'
import { fail } from '../packages.errors.ts'
import { offerVersion, requireSeller } from '../packages.policy.ts'
import * as repository from '../repository/offers.ts'

type Request = { centerId: string; userId: string }

const changesPerHour = 200

export async function listOffers({ db }: Platform, input: Request): Promise<repository.OfferRow[]> {
  requireSeller(await requireMember(db, input))
  return repository.listOffers(db, input)
}

/** What visitors can buy: the active offers that a professional gives, of a public centre. */
export async function listPublished({ db }: Platform, input: { centerId: string }): Promise<repository.OfferRow[]> {
  if (!(await repository.isPublished(db, input))) return []
  return (await repository.listOffers(db, input)).filter(isSold)
}

const isSold = ({ isActive, givers }: repository.OfferRow): boolean => isActive && givers.length > 0

/** @throws packages.too_many_offers, packages.not_given */
export async function createOffer(
  platform: Platform,
  input: Request & PackageOfferFields,
): Promise<repository.OfferRow> {
  await countChange(platform, input)
  return platform.db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, input)
    const known = await repository.listOffers(tx, input)
    if (known.length >= packageLimits.offers) throw fail('packages.too_many_offers')
    const offerId = newId()
    await requireService(tx, input)
    await repository.insertOffer(tx, { ...input, offerId, now: platform.clock.now() })
    return requireGiven(tx, { ...input, offerId })
  })
}

/** @throws packages.offer_not_found, packages.not_given, and when another edit came between */
export async function updateOffer(
  platform: Platform,
  input: Request & PackageOfferFields & { offerId: string; version: string },
): Promise<repository.OfferRow> {
  await countChange(platform, input)
  return platform.db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, input)
    const offer = await repository.lockOffer(tx, input)
    if (!offer) throw fail('packages.offer_not_found')
    requireVersion({ seen: input.version, current: offerVersion(offer), next: offerVersion(input) })
    await requireService(tx, input)
    await repository.updateOffer(tx, input)
    return requireGiven(tx, input)
  })
}

/** What was sold stays. Idempotent. */
export async function removeOffer(platform: Platform, input: Request & { offerId: string }): Promise<boolean> {
  await countChange(platform, input)
  return platform.db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, input)
    return repository.deleteOffer(tx, input)
  })
}

async function requireService(tx: Tx, input: { centerId: string; serviceId: string }): Promise<void> {
  if (!(await repository.hasService(tx, input))) throw fail('packages.not_given')
}

/** A paused offer may wait for a professional. */
async function requireGiven(tx: Tx, input: { centerId: string; offerId: string }): Promise<repository.OfferRow> {
  const offer = await repository.findOffer(tx, input)
  if (!offer || (offer.isActive && offer.givers.length === 0)) throw fail('packages.not_given')
  return offer
}

async function countChange(platform: Platform, { userId }: Request): Promise<void> {
  const limit = { name: 'packages.offers_changed', limit: changesPerHour, windowSeconds: hourMs / 1000 }
  await countAttempt(platform, { ...limit, key: userId })
}
