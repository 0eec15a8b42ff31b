import { api, withUserId } from '#server/api/procedures.ts'
import { seesWholeCenter } from '#server/features/centers/centers.policy.ts'
import type { Platform } from '#server/platform/platform.ts'
import { offerVersion } from './packages.policy.ts'
import { lastDayOf, leftOf, refundableOf, stateOf } from './packages.rules.ts'
import type { OfferRow } from './repository/offers.ts'
import { listOfPatient, type PackageRow, type Visit } from './repository/packages.ts'
import { createOffer, listOffers, listPublished, removeOffer, updateOffer } from './usecases/manage-offers.ts'
import { countSessions, listPackagesOfPerson } from './usecases/read-packages.ts'
import { ownRefundOf, refundOwn } from './usecases/refund-own.ts'
import { sellPackage } from './usecases/sell-package.ts'
import { collectPart, refundPackage } from './usecases/settle-package.ts'

export const packagesRoutes = {
  offers: api.packages.offers.handler(async ({ input, context }) => ({
    items: (await listOffers(context.platform, withUserId(context, input))).map(presentOffer),
  })),

  createOffer: api.packages.createOffer.handler(async ({ input, context }) =>
    presentOffer(await createOffer(context.platform, withUserId(context, input))),
  ),

  updateOffer: api.packages.updateOffer.handler(async ({ input, context }) =>
    presentOffer(await updateOffer(context.platform, withUserId(context, input))),
  ),

  removeOffer: api.packages.removeOffer.handler(async ({ input, context }) => ({
    removed: await removeOffer(context.platform, withUserId(context, input)),
  })),

  published: api.packages.published.handler(async ({ input, context }) => {
    const rows = await listPublished(context.platform, input)
    return { items: rows.map((row) => ({ ...presentOffer(row), serviceName: row.serviceName ?? '' })) }
  }),

  mine: api.packages.mine.handler(async ({ context }) => {
    const { platform } = context
    const { userId: patientId } = withUserId(context, {})
    const rows = await listOfPatient(platform.db, { patientId })
    const now = platform.clock.now()
    const items: ReturnType<typeof presentPackage>[] = []
    for (const row of rows) items.push(await presentOwn(platform, row, now))
    return { items }
  }),

  refundOwn: api.packages.refundOwn.handler(async ({ input, context }) => {
    const row = await refundOwn(context.platform, withUserId(context, input))
    return presentOwn(context.platform, row, context.platform.clock.now())
  }),

  ofPerson: api.packages.ofPerson.handler(async ({ input, context }) => {
    const { kind, personId: id, ...request } = withUserId(context, input)
    const { member, packages } = await listPackagesOfPerson(context.platform, { ...request, person: { kind, id } })
    const view = { showsMoney: seesWholeCenter(member), now: context.platform.clock.now() }
    return { items: packages.map((sold) => presentPackage({ ...sold, ...view })) }
  }),

  sell: api.packages.sell.handler(async ({ input, context }) => {
    const { kind, personId: id, ...sale } = withUserId(context, input)
    const row = await sellPackage(context.platform, { ...sale, person: { kind, id } })
    return presentPackage({ row, showsMoney: true, now: context.platform.clock.now() })
  }),

  collect: api.packages.collect.handler(async ({ input, context }) => {
    const row = await collectPart(context.platform, withUserId(context, input))
    return presentPackage({ row, showsMoney: true, now: context.platform.clock.now() })
  }),

  refund: api.packages.refund.handler(async ({ input, context }) => {
    const row = await refundPackage(context.platform, withUserId(context, input))
    return presentPackage({ row, showsMoney: true, now: context.platform.clock.now() })
  }),
}

/** A package as its buyer sees it. */
async function presentOwn({ db }: Platform, row: PackageRow, now: Date) {
  return presentPackage({ row, showsMoney: true, ownRefundCents: await ownRefundOf(db, row, now), now })
}

function presentOffer({ givers, ...row }: OfferRow) {
  const professionals = new Map(givers.map(({ id, name }) => [id, { id, name }]))
  return { ...row, version: offerVersion(row), professionals: [...professionals.values()] }
}

type Presented = {
  row: PackageRow
  /** Those that the reader may see. */
  visits?: readonly Visit[]
  showsMoney: boolean
  /** What its buyer, who reads it, may ask for. */
  ownRefundCents?: number
  now: Date
}

function presentPackage({ row, visits = row.visits, showsMoney, ownRefundCents = 0, now }: Presented) {
  const counts = countSessions(row)
  const sold = { ...row, ...counts, now }
  const { priceCents, paidCents, refundedCents } = row
  const money = {
    priceCents,
    paidCents,
    dueCents: row.refundedAt === null ? priceCents - paidCents : 0,
    refundedCents,
    refundableCents: refundableOf(sold),
    ownRefundCents,
    payments: row.payments.map((payment) => ({ ...payment, paidAt: new Date(payment.paidAt) })),
  }
  return {
    ...row,
    state: stateOf(sold),
    leftSessions: leftOf(sold),
    reservedSessions: counts.reserved,
    usedSessions: counts.used,
    validUntil: lastDayOf(sold),
    isStopped: row.stoppedAt !== null,
    money: showsMoney ? money : null,
    visits: visits.map(({ status, startsAt, professionalId: _id, ...visit }) => ({
      ...visit,
      startsAt: new Date(startsAt),
      isUsed: status !== 'pending' && status !== 'confirmed',
    })),
  }
}
