import type { Platform } from '#server/platform/platform.ts'
import * as repository from '../repository/public-centers.ts'

/** A page of the public centres, sorted by id. It starts after `afterId`. */
export async function listPublicCenterIds(
  { db }: Platform,
  page: { afterId: string | undefined; limit: number },
): Promise<{ id: string; updatedAt: Date }[]> {
  return await repository.listPublicIds(db, page)
}
