import type { Platform } from '#server/platform/platform.ts'
import * as repository from '../repository/public-centers.ts'

/** The public centres in the order of their ids, from the first one after `afterId` on. */
export async function listPublicCenterIds(
  { db }: Platform,
  page: { afterId: string | undefined; limit: number },
): Promise<{ id: string; updatedAt: Date }[]> {
  return await repository.listPublicIds(db, page)
}
