import { useState } from 'react'
import { kindOfFile } from './file-signature.ts'
import { preparePage } from './page-picture.ts'
import { UnusablePicture } from './picture.ts'

export type DocumentLimits = {
  /** Whether a file is a PDF by its content; throws for one that can't be read. */
  isPdf: (file: File) => Promise<boolean>
  /** For all files together. */
  maxBytes: number
  tooLarge: string
  maxPictures: number
  tooManyPictures: string
  /** What a page needs at most. */
  pagePixels: number
}

/** A sentence for the user, instead of files. */
class Refusal extends Error {}

const pdfType = 'application/pdf'

/** Whether these are the photographed pages of a document, and not its PDF. */
export function arePictures(files: readonly File[]): boolean {
  return files.length > 0 && files[0]?.type !== pdfType
}

/** What is chosen for a document: one PDF, which replaces everything, or pictures, which are added to those that are there. */
export function useDocumentFiles({
  value,
  onChange,
  limits,
}: {
  value: readonly File[]
  onChange: (files: readonly File[]) => void
  limits: DocumentLimits
}) {
  const [preparing, setPreparing] = useState(false)
  const [error, setError] = useState<string>()

  async function choose(files: readonly File[]) {
    setPreparing(true)
    setError(undefined)
    try {
      onChange(await accept({ files, earlier: arePictures(value) ? value : [], limits }))
    } catch (failure) {
      setError(failure instanceof Refusal ? failure.message : 'No pudimos leer ese archivo. Elígelo otra vez.')
    } finally {
      setPreparing(false)
    }
  }

  return { choose, preparing, error, clearError: () => setError(undefined) }
}

type Chosen = { files: readonly File[]; earlier: readonly File[]; limits: DocumentLimits }

/** @throws Refusal, and whatever reading a file throws */
async function accept({ files, earlier, limits }: Chosen): Promise<readonly File[]> {
  if (files.some((file) => file.size === 0)) throw new Refusal('Ese archivo está vacío. Elige otro.')
  for (const file of files) {
    if (!(await limits.isPdf(file))) continue
    if (file.size > limits.maxBytes) throw new Refusal(limits.tooLarge)
    // Not every system reports the type.
    return [file.type === pdfType ? file : new File([file], file.name, { type: pdfType })]
  }
  if (earlier.length + files.length > limits.maxPictures) throw new Refusal(limits.tooManyPictures)
  const pictures = [...earlier]
  for (const file of files) pictures.push(await preparePicture(file, { limits, isOnly: files.length === 1 }))
  if (pictures.reduce((sum, { size }) => sum + size, 0) > limits.maxBytes) throw new Refusal(limits.tooLarge)
  return pictures
}

async function preparePicture(
  file: File,
  { limits: { pagePixels, maxBytes, maxPictures }, isOnly }: { limits: DocumentLimits; isOnly: boolean },
): Promise<File> {
  if ((await kindOfFile(file)) === undefined && isOnly) {
    throw new Refusal(
      'Ese archivo no es un PDF ni una foto, aunque su nombre lo diga. Guárdalo como PDF y elígelo otra vez.',
    )
  }
  try {
    return await preparePage(file, { pixels: pagePixels, maxBytes: Math.floor(maxBytes / maxPictures) })
  } catch (error) {
    if (!(error instanceof UnusablePicture)) throw error
    throw new Refusal(isOnly ? error.message : `«${file.name}»: ${error.message}`, { cause: error })
  }
}
