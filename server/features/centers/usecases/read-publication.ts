import { zone } from '#contract/calendar.ts'
import type { Publication } from '#contract/publication.ts'
import { listDocuments } from '#server/features/compliance/usecases/list-documents.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import * as practice from '../repository/practice.ts'
import { publicationOf } from '../rules/publication.ts'

/** What keeps the centre from being published or booked, by the same rules as its approval. */
export async function readPublication(
  db: Db | Tx,
  { centerId, now }: { centerId: string; now: Date },
): Promise<Publication> {
  const today = localDay({ instant: now, zone })
  const row = await practice.findOwnCenter(db, { centerId })
  if (!row) throw fail('centers.not_found')
  const { regulated, ...workings } = await practice.findWorkings(db, { centerId })
  const checks = await listDocuments(db, { centerId })
  return publicationOf({
    ...row,
    ...workings,
    hasPin: row.latitude !== null,
    hasLogo: row.logoUrl !== null,
    isApproved: row.approvedAt !== null,
    isLicenseLapsed: await practice.isLicenseLapsed(db, { centerId, today }),
    regulated: new Set(regulated),
    checks: checks.map((check) => ({ ...check, hasFile: check.fileName !== null })),
    today,
  })
}
