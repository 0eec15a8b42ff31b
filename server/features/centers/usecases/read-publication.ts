import { zone } from '#contract/calendar.ts'
import type { Publication } from '#contract/publication.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import { listChecksOf } from '../repository/checks.ts'
import * as practice from '../repository/practice.ts'
import { publicationOf } from '../rules/publication.ts'

/** What prevents the centre from being published or booked. @throws centers.not_found */
export async function readPublication(
  db: Db | Tx,
  { centerId, now }: { centerId: string; now: Date },
): Promise<Publication> {
  const publication = (await listPublications(db, { centerIds: [centerId], now })).get(centerId)
  if (!publication) throw fail('centers.not_found')
  return publication
}

/** readPublication() for several centres. The map has them by their ids. */
export async function listPublications(
  db: Db | Tx,
  { centerIds, now }: { centerIds: readonly string[]; now: Date },
): Promise<ReadonlyMap<string, Publication>> {
  if (centerIds.length === 0) return new Map()
  const today = localDay({ instant: now, zone })
  const rows = await practice.listPublicationFacts(db, { centerIds, today })
  const documents = await listChecksOf(db, { centerIds })
  const documentsById = Map.groupBy(documents, ({ centerId }) => centerId)
  return new Map(
    rows.map(({ id, regulated, ...facts }) => {
      const checks = (documentsById.get(id) ?? []).map((check) => ({ ...check, hasFile: check.fileName !== null }))
      return [id, publicationOf({ ...facts, regulated: new Set(regulated), checks, today })]
    }),
  )
}
