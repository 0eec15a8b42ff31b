import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as freeTimes from '../repository/free-times.ts'

export type CatalogOffer = freeTimes.CatalogOffer

/** The bookable services of many centres, for a search to choose from. */
export async function listCatalog(
  db: Db | Tx,
  input: Parameters<typeof freeTimes.listCatalog>[1],
): Promise<CatalogOffer[]> {
  return freeTimes.listCatalog(db, input)
}
