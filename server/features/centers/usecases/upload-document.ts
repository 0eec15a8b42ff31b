import { zone } from '#contract/calendar.ts'
import type { CheckType } from '#contract/check-types.ts'
import { failField } from '#contract/errors.ts'
import { deleteUnusedFiles, queueFileRemoval, storeFiles } from '#server/platform/files.ts'
import { dayMs, localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import * as repository from '../repository/checks.ts'
import { lockOwnCenter, requireOwner } from './require-member.ts'
import { addDocument, documentPrefix, requireDocument, type UploadedDocument } from './store-document.ts'

/**
 * Stores a document for staff to review, as one PDF.
 * @throws centers.not_found, centers.owner_only, files.not_a_pdf, files.pdf_cut_off, files.pdf_locked, request.invalid
 */
export async function uploadDocument(
  platform: Platform,
  input: {
    centerId: string
    userId: string
    type: CheckType
    expiryDate: string | null
    file: UploadedDocument
    network?: string | undefined
  },
): Promise<repository.CheckRow> {
  await requireOwner(platform.db, input)
  // As in expireChecks(), a document is valid on its last day.
  if (input.expiryDate !== null && input.expiryDate < localDay({ instant: platform.clock.now(), zone })) {
    throw failField('expiryDate', 'Ya venció')
  }
  // Limited per centre, because the files belong to the centre. A refused document counts only as one that was read.
  const perHour = { key: input.centerId, windowSeconds: 3600 }
  await countAttempt(platform, { ...perHour, name: 'compliance.read_uploads', limit: 120 })
  const document = await requireDocument({
    uploaded: input.file,
    field: 'file',
    sender: input.userId,
    network: input.network,
    now: platform.clock.now(),
  })
  await countAttempt(platform, { ...perHour, name: 'compliance.uploads', limit: 30 })
  return storeFiles({
    files: platform.files,
    written: [document.file],
    commit: () =>
      platform.db.transaction().execute(async (tx) => {
        await lockOwnCenter(tx, input)
        const id = await addDocument(tx, { ...input, document, now: platform.clock.now() })
        const row = (await repository.listChecks(tx, input)).find((check) => check.id === id)
        if (!row) throw new Error('the document that was just stored is missing')
        return row
      }),
  })
}

/** An owner who confirms the address later than this uploads the document again. */
const unconfirmedDays = 3

/** Deletes the documents of registrations whose address was not confirmed, because any visitor may send them. */
export async function purgeUnconfirmedDocuments({ db, clock }: Platform): Promise<void> {
  const createdBefore = new Date(clock.now().getTime() - unconfirmedDays * dayMs)
  await db.transaction().execute(async (tx) => {
    await queueFileRemoval(tx, await repository.clearUnconfirmed(tx, { createdBefore }))
  })
}

export async function deleteUnusedDocuments({ db, files, clock }: Platform): Promise<void> {
  await deleteUnusedFiles({
    db,
    files,
    prefix: documentPrefix,
    now: clock.now(),
    addressOf: (name) => name,
    filterNamed: (names) => repository.filterFileNames(db, names),
  })
}
