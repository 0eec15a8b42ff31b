import { type DepositAudience, depositNeedsPayments } from '#contract/deposits.ts'
import { failField } from '#contract/errors.ts'
import { maxServices, maxServicesOfCenter } from '#contract/team.ts'
import { newId } from '#server/platform/ids.ts'
import { takesPayments } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { requireVersion } from '#server/platform/version.ts'
import { fail } from '../centers.errors.ts'
import type { NewService, ServiceChange, ServiceEdit } from '../centers.types.ts'
import * as repository from '../repository/services.ts'
import { updateBadge } from './approve-center.ts'
import { findProfessionalStatus } from './find-professional.ts'
import { refuseWhileClosed } from './refuse-while-closed.ts'
import { lockOwnCenter } from './require-member.ts'

/**
 * Like addService(), in the transaction of a caller that has locked the centre. It also updates the centre's list of
 * services and its badge.
 */
export async function addServiceIn(
  tx: Tx,
  { service, now }: { service: NewService; now: Date },
): Promise<{ serviceId: string }> {
  const { centerId } = service
  const id = newId()
  await repository.insertService(tx, { id, service, now })
  await updateBadge(tx, { centerId, now })
  return { serviceId: id }
}

export async function addService(
  platform: Platform,
  { service, userId }: { userId: string; service: NewService },
): Promise<{ serviceId: string }> {
  return platform.db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, { centerId: service.centerId, userId })
    if ((await findProfessionalStatus(tx, service)) === undefined) throw fail('team.professional_not_found')
    await requirePayments(tx, platform, service)
    const now = platform.clock.now()
    await refuseWhileClosed(tx, { ...service, texts: [{ field: 'name', changedTo: service.name }], now })
    const { ofProfessional, ofCenter } = await repository.countServices(tx, service)
    if (ofProfessional >= maxServices) throw fail('team.too_many_services')
    if (ofCenter >= maxServicesOfCenter) throw fail('team.too_many_services_of_center')
    return addServiceIn(tx, { service, now })
  })
}

/** Existing appointments keep the price and the duration with which they were booked. */
export async function updateService(
  platform: Platform,
  input: { userId: string; centerId: string; serviceId: string; edit: ServiceChange; version?: string },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, input)
    const before = await repository.lockService(tx, input)
    if (!before) throw fail('team.service_not_found')
    const { versionOfService: versionOf } = repository
    const edit = withDeposit(input.edit)
    requireVersion({ seen: input.version, current: versionOf(before), next: versionOf(edit) })
    // What a centre asked before it lost its account stays, and asks nothing until it has one again.
    if (before.depositFor === null) await requirePayments(tx, platform, { ...input, ...edit })
    const now = platform.clock.now()
    const texts = [{ field: 'name', former: before.name, changedTo: input.edit.name }]
    await refuseWhileClosed(tx, { ...input, texts, now })
    await repository.updateService(tx, { ...input, edit, now })
    await updateBadge(tx, { ...input, now })
  })
}

const withDeposit = (edit: ServiceChange): ServiceEdit => ({
  ...edit,
  depositFor: edit.depositFor ?? null,
  depositCents: edit.depositCents ?? null,
  depositPercent: edit.depositPercent ?? null,
})

type Requested = { centerId: string; depositFor?: DepositAudience | null | undefined }

/** A deposit is paid online. */
async function requirePayments(
  tx: Tx,
  { gateway }: Platform,
  { centerId, depositFor = null }: Requested,
): Promise<void> {
  if (depositFor === null) return
  const hasPaymentAccount = await repository.hasPaymentAccount(tx, { centerId })
  if (!takesPayments({ gateway, hasPaymentAccount })) throw failField('depositFor', depositNeedsPayments)
}

/** The services of a centre's professionals, the active ones first, then oldest first. */
export async function listServicesOfCenter(db: Db | Tx, input: { centerId: string }) {
  const services = await repository.listOfCenter(db, input)
  return services.map((service) => ({ ...service, version: repository.versionOfService(service) }))
}
