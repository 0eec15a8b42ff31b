import { lockCenter } from '#server/features/centers/centers.usecases.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as repository from './services.repository.ts'
import type { NewService } from './services.types.ts'

/** Adds a priced service of a professional; the centre's own list of services follows in the same transaction. */
export async function addService(platform: Platform, service: NewService): Promise<{ serviceId: string }> {
  const { centerId } = service
  const now = platform.clock.now()
  const id = newId()
  await platform.db.transaction().execute(async (tx) => {
    await lockCenter(tx, { centerId })
    await repository.insertService(tx, { id, service, now })
    await repository.refreshCenterServices(tx, { centerId, now })
  })
  return { serviceId: id }
}

export type ExportedService = Awaited<ReturnType<typeof exportServices>>[number]

/** What a centre's owner takes along of its services, those that are no longer offered included. */
export async function exportServices(db: Db | Tx, o: { centerId: string }) {
  const rows = await repository.listAllOfCenter(db, o)
  return rows.map(({ priceCents, currency, ...row }) => ({ ...row, price: { cents: priceCents, currency } }))
}
