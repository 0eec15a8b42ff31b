import type { Actor } from '#server/features/accounts/accounts.types.ts'
import { requireOwner } from '#server/features/centers/usecases/require-member.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

import { fail } from '../compliance.errors.ts'
import { checksDocuments } from '../compliance.policy.ts'
import * as repository from '../compliance.repository.ts'

/** @throws centers.not_found, centers.owner_only, compliance.not_found */
export async function readDocument(
  platform: Platform,
  o: { centerId: string; checkId: string; actor: Pick<Actor, 'userId' | 'roles'> },
): Promise<File> {
  const { db, files } = platform
  if (!checksDocuments(o.actor)) await requireOwner(db, { ...o, userId: o.actor.userId })
  const found = await repository.findFile(db, o)
  const content = found?.name ? await files.read(found.name) : undefined
  if (!content) throw fail('compliance.not_found')
  return new File([content], found?.originalName ?? 'documento.pdf', { type: 'application/pdf' })
}

export type ExportedDocument = Awaited<ReturnType<typeof exportDocuments>>[number]

/** What a centre's owner takes along of its documents. The files themselves are downloaded where they are listed. */
export async function exportDocuments(db: Db | Tx, o: { centerId: string }) {
  const rows = await repository.listChecks(db, o)
  return rows.map(({ id, type, status, fileName, expiryDate, notes, checkedAt, createdAt }) => ({
    type,
    status,
    fileName,
    expiryDate,
    notes,
    checkedAt,
    createdAt,
    id,
  }))
}
