import type { Actor } from '#server/api/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../centers.errors.ts'
import { checksDocuments } from '../centers.policy.ts'
import * as repository from '../repository/checks.ts'
import { requireOwner } from './require-member.ts'

type DocumentRequest = { centerId: string; checkId: string; actor: Pick<Actor, 'userId' | 'roles'> }

/** @throws centers.not_found, centers.owner_only, compliance.not_found */
export async function readDocument(platform: Platform, input: DocumentRequest): Promise<File> {
  const { name, originalName } = await requireDocument(platform, input)
  const content = name ? await platform.files.read(name) : undefined
  if (!content) throw fail('compliance.not_found')
  return new File([content], originalName ?? 'documento.pdf', { type: 'application/pdf' })
}

/** The document without its content. @throws centers.not_found, centers.owner_only, compliance.not_found */
export async function requireDocument({ db }: Platform, input: DocumentRequest) {
  if (!checksDocuments(input.actor)) await requireOwner(db, { ...input, userId: input.actor.userId })
  const found = await repository.findFile(db, input)
  if (!found) throw fail('compliance.not_found')
  return found
}
