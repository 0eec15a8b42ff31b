import { lockCenter } from '#server/features/centers/centers.usecases.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
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
