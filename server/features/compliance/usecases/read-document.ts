import type { Actor } from '#server/api/actor.ts'
import { requireOwner } from '#server/features/centers/usecases/require-member.ts'
import type { Platform } from '#server/platform/platform.ts'

import { fail } from '../compliance.errors.ts'
import { checksDocuments } from '../compliance.policy.ts'
import * as repository from '../repository/checks.ts'

/** @throws centers.not_found, centers.owner_only, compliance.not_found */
export async function readDocument(
  platform: Platform,
  input: { centerId: string; checkId: string; actor: Pick<Actor, 'userId' | 'roles'> },
): Promise<File> {
  const { db, files } = platform
  if (!checksDocuments(input.actor)) await requireOwner(db, { ...input, userId: input.actor.userId })
  const found = await repository.findFile(db, input)
  const content = found?.name ? await files.read(found.name) : undefined
  if (!content) throw fail('compliance.not_found')
  return new File([content], found?.originalName ?? 'documento.pdf', { type: 'application/pdf' })
}
