import { maxServices, maxServicesOfCenter } from '#contract/team.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { requireVersion } from '#server/platform/version.ts'
import { fail } from '../centers.errors.ts'
import type { NewService, ServiceEdit } from '../centers.types.ts'
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
  input: { userId: string; centerId: string; serviceId: string; edit: ServiceEdit; version?: string },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await lockOwnCenter(tx, input)
    const before = await repository.lockService(tx, input)
    if (!before) throw fail('team.service_not_found')
    const { versionOfService: versionOf } = repository
    requireVersion({ seen: input.version, current: versionOf(before), next: versionOf(input.edit) })
    const now = platform.clock.now()
    const texts = [{ field: 'name', former: before.name, changedTo: input.edit.name }]
    await refuseWhileClosed(tx, { ...input, texts, now })
    await repository.updateService(tx, { ...input, now })
    await updateBadge(tx, { ...input, now })
  })
}

/** The services of a centre's professionals, the active ones first, then oldest first. */
export async function listServicesOfCenter(db: Db | Tx, input: { centerId: string }) {
  const services = await repository.listOfCenter(db, input)
  return services.map((service) => ({ ...service, version: repository.versionOfService(service) }))
}
