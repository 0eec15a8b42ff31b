import { newId } from '#server/platform/ids.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildOffered, offeredPrice } from '#server/testing/offered-packages.ts'
import { buildOffer, buyPackage, sellPackage } from '#server/testing/packages.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { type ForeignRow, type ForeignRows, strangersToPatient } from './foreign-row.ts'
import { ownersBusiness } from './own-center.ts'
import { ofDesk } from './own-desk.ts'
import { moneyOfDesk } from './tills.ts'

const fields = { sessions: 10, priceCents: 1_000_000, validityDays: 90, professionalIds: null, isActive: true }

/** A service of the owner's centre, and with `offered` a package of it. */
async function ofOwner(platform: TestPlatform, { offered }: { offered: boolean }): Promise<ForeignRow> {
  const row = await ownersBusiness(platform, {})
  const centerId = String(row.input.centerId)
  const { id: serviceId } = await platform.db
    .selectFrom('services')
    .where('center_id', '=', centerId)
    .select('id')
    .executeTakeFirstOrThrow()
  if (!offered) return { ...row, input: { centerId, serviceId, ...fields } }
  const { id: offerId, version } = await buildOffer(platform, { centerId, serviceId })
  return { ...row, input: { centerId, offerId, serviceId, version, ...fields, priceCents: 900_000 } }
}

async function ownOffer(platform: TestPlatform): Promise<ForeignRow> {
  const row = await ofOwner(platform, { offered: true })
  const { centerId, offerId } = row.input
  return { ...row, input: { centerId, offerId } }
}

/** A patient to whom the desk sells. */
const sale = (platform: TestPlatform) =>
  moneyOfDesk(platform, async ({ centerId, serviceId, patientId }) => {
    const { id: offerId, version: terms } = await buildOffer(platform, { centerId, serviceId })
    const buyer = { kind: 'patient', personId: patientId, soldCount: 0 }
    return { offerId, terms, ...buyer, amountCents: 1000, method: 'efectivo', idempotencyKey: newId() }
  })

/** A package of which a part is paid. */
const sold = (platform: TestPlatform, input: Record<string, unknown>) =>
  moneyOfDesk(platform, async ({ centerId, serviceId, patientId }) => {
    const { id: packageId } = await sellPackage(platform, {
      centerId,
      serviceId,
      personId: patientId,
      amountCents: 1000,
    })
    return { packageId, ...input }
  })

/** A package that its buyer bought online, at a centre that then lost its approval. */
async function stopped(platform: TestPlatform): Promise<ForeignRow> {
  const { centerId, patientId, purchase, read } = await buildOffered(platform)
  await buyPackage(platform, purchase)
  const [bought] = await read()
  const change = { approved_at: null, updated_at: platform.clock.now() }
  await platform.db.updateTable('center_profiles').set(change).where('id', '=', centerId).execute()
  return {
    input: { packageId: bought?.id, refundCents: offeredPrice },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersToPatient(platform, { centerId }),
  }
}

export const packages: ForeignRows<'packages'> = {
  'packages.offers': (platform) => moneyOfDesk(platform, () => ({})),
  'packages.createOffer': (platform) => ofOwner(platform, { offered: false }),
  'packages.updateOffer': (platform) => ofOwner(platform, { offered: true }),
  'packages.removeOffer': ownOffer,
  'packages.ofPerson': (platform) => ofDesk(platform, ({ patientId }) => ({ kind: 'patient', personId: patientId })),
  'packages.sell': sale,
  'packages.collect': (platform) => sold(platform, { amountCents: 1000, method: 'efectivo', paidCents: 1000 }),
  'packages.refund': (platform) => sold(platform, { refundCents: 1000 }),
  'packages.refundOwn': stopped,
}
