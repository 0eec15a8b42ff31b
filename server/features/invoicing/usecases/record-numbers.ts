import type { DocumentNumber } from '#contract/fiscal-documents.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockInTransaction } from '#server/platform/postgres/advisory-lock.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { requireVersion, versionOf } from '#server/platform/version.ts'
import { fail } from '../invoicing.errors.ts'
import * as repository from '../repository/numbers.ts'
import { type Answer, type RefusedLine, readNumbers } from '../rules/numbers-file.ts'

const recordings = { name: 'invoicing.numbers', limit: 600, windowSeconds: 3600 }
const uploads = { name: 'invoicing.number_files', limit: 60, windowSeconds: 3600 }

type OfOwner = { centerId: string; userId: string }
type Named = Omit<Answer, 'line'>

export const numberVersion = ({ series, providerNumber, state }: repository.Recorded) =>
  versionOf({ series, providerNumber, state })

/** Records what the provider gave one document. The caller has checked that the user owns the centre. */
export async function recordNumber(
  platform: Platform,
  {
    userId,
    centerId,
    internalId,
    version,
    ...number
  }: OfOwner & DocumentNumber & { internalId: string; version: string },
): Promise<void> {
  await countAttempt(platform, { ...recordings, key: userId })
  await platform.db.transaction().execute(async (tx) => {
    const answer = { ...number, internalId, line: 1 }
    const { documents, refused } = await record(tx, { ...platform, centerId, answers: [answer], seen: version })
    const document = documents.get(internalId)
    if (!document) throw fail('invoicing.no_document')
    if (refused.length > 0) throw fail('invoicing.number_taken')
  })
}

/** Records the right lines of a provider's file, and tells which ones are wrong. A repeated file changes nothing. */
export async function recordFile(
  platform: Platform,
  { userId, centerId, content }: OfOwner & { content: string },
): Promise<{ recorded: number; refused: RefusedLine[] }> {
  await countAttempt(platform, { ...uploads, key: userId })
  const { answers, refused: unread } = readNumbers(content)
  const { refused } = await recordAnswers(platform, { centerId, answers })
  const all = [...unread, ...refused].toSorted((a, b) => a.line - b.line)
  return { recorded: answers.length - refused.length, refused: all }
}

/** For every adapter of a provider: what it answered for documents of a centre. */
export function recordAnswers(
  platform: Platform,
  { centerId, answers }: { centerId: string; answers: readonly Answer[] },
): Promise<{ refused: RefusedLine[] }> {
  return platform.db.transaction().execute((tx) => record(tx, { ...platform, centerId, answers, seen: undefined }))
}

type Recording = Pick<Platform, 'clock'> & { centerId: string; answers: readonly Answer[]; seen: string | undefined }

async function record(tx: Tx, { clock, centerId, answers, seen }: Recording) {
  await lockInTransaction(tx, { kind: 'fiscal-documents', id: centerId })
  const { documents, owners } = await repository.readFor(tx, { centerId, answers })
  const accepted = new Map<string, Named>()
  const refused: RefusedLine[] = []
  for (const { line, ...answer } of answers) {
    const { internalId } = answer
    const document = documents.get(internalId)
    const key = document && repository.keyOfNumber({ ...answer, typeCode: document.typeCode })
    const owner = key === undefined ? undefined : owners.get(key)
    if (!document || key === undefined) refused.push({ line, fault: 'unknown' })
    else if (accepted.has(internalId)) refused.push({ line, fault: 'repeated' })
    else if (owner !== undefined && owner !== internalId) refused.push({ line, fault: 'taken' })
    else {
      requireVersion({ seen, current: numberVersion(document), next: numberVersion(answer) })
      owners.set(key, internalId)
      accepted.set(internalId, answer)
    }
  }
  await repository.setNumbers(tx, { centerId, answers: [...accepted.values()], now: clock.now() })
  return { documents, refused }
}
