import { type CheckType, checkTypes } from '#contract/check-types.ts'
import { failField } from '#contract/errors.ts'
import { type documentErrors, documentMaxBytes, pdfAmongPictures, pdfStart, refusePicture } from '#contract/files.ts'
import { faultOfPdf, isPictureFile, type PdfFault } from '#server/platform/documents.ts'
import { newFileName } from '#server/platform/file-store.ts'
import { type NewFile, queueFileRemoval } from '#server/platform/files.ts'
import { newId } from '#server/platform/ids.ts'
import { makePdfOfPictures } from '#server/platform/pictures-to-pdf.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

import { fail } from '../centers.errors.ts'
import * as repository from '../repository/checks.ts'
import { cleanFileName } from '../rules/documents.ts'

/** Files with this prefix have no public address: only a route that checks permission serves them. */
export const documentPrefix = 'document'

const codes = {
  not_a_pdf: 'files.not_a_pdf',
  cut_off: 'files.pdf_cut_off',
  locked: 'files.pdf_locked',
} as const satisfies Record<PdfFault, keyof typeof documentErrors>

export type NewDocument = { file: NewFile; originalName: string }

/** A PDF or a picture, or several pictures in the order of their pages. */
export type UploadedDocument = File | readonly File[]

/**
 * The PDF to store: the uploaded one, or one made of the uploaded pictures. What a file is, its content decides, whatever its name
 * and declared type. `field`: the form's field that the error names. `sender`: the account, or the address of a new one.
 * @throws files.not_a_pdf, files.pdf_cut_off, files.pdf_locked, request.invalid for a picture, QueueTimeoutError
 */
export async function requireDocument({
  uploaded,
  field,
  sender,
  network,
  now,
}: {
  uploaded: UploadedDocument
  field: string
  sender: string
  network: string | undefined
  now: Date
}): Promise<NewDocument> {
  const files = await Promise.all([uploaded].flat().map(async (file) => new Uint8Array(await file.arrayBuffer())))
  const [first] = [uploaded].flat()
  const originalName = cleanFileName(first?.name ?? '')
  const isPicture = await Promise.all(files.map(isPictureFile))
  const [content] = files
  if (files.length === 1 && content && !isPicture[0]) {
    const fault = await faultOfPdf(content)
    if (fault) throw fail(codes[fault], { field })
    return { file: newFile(content), originalName }
  }
  if (files.some((each) => pdfStart(each) !== undefined)) throw failField(field, pdfAmongPictures)
  const made = await makePdfOfPictures({
    sender,
    network,
    pictures: files,
    title: originalName,
    now,
    maxBytes: documentMaxBytes,
  })
  if ('fault' in made) throw failField(field, refusePicture(made.fault, { place: made.place, of: files.length }))
  return { file: newFile(made.pdf), originalName }
}

function newFile(content: Uint8Array): NewFile {
  return { name: `${newFileName({ prefix: documentPrefix })}.pdf`, content }
}

/**
 * Stores a document for staff to review, in place of an earlier one that they have not reviewed. An approved document stays
 * valid beside it. The caller has locked the centre.
 */
export async function addDocument(
  tx: Tx,
  input: {
    centerId: string
    userId: string
    type: CheckType
    expiryDate: string | null
    document: NewDocument
    now: Date
  },
): Promise<string> {
  const id = newId()
  const { fileNames, wasApproved } = await repository.deletePending(tx, input)
  await queueFileRemoval(tx, fileNames)
  await repository.endRequests(tx, input)
  const file = { name: input.document.file.name, originalName: input.document.originalName }
  await repository.insertCheck(tx, { ...input, id, file, uploadedBy: input.userId, wasApproved })
  return id
}

/** Creates the checks of a new centre, in the transaction that creates it. */
export async function addFirstChecks(
  tx: Tx,
  input: { centerId: string; userId: string; certification: NewDocument | undefined; now: Date },
): Promise<void> {
  // All types but identity, because which documents are required depends on the centre's services.
  for (const type of checkTypes.filter((each) => each !== 'identity')) {
    const document = type === 'certification' ? input.certification : undefined
    const file = document && { name: document.file.name, originalName: document.originalName }
    await repository.insertCheck(tx, { ...input, id: newId(), type, expiryDate: null, file, uploadedBy: input.userId })
  }
}
