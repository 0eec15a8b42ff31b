import {
  documentMaxBytes,
  documentMaxPictures,
  documentPagePixels,
  pdfStart,
  pdfStartBytes,
  tooLargeDocument,
  tooManyPictures,
} from '#contract/files.ts'

/**
 * Whether the file is a PDF by its content, as the server finds it.
 * @throws when the file can no longer be read, because it was moved or its disk was removed. */
export async function isPdfFile(file: Blob): Promise<boolean> {
  return pdfStart(new Uint8Array(await file.slice(0, pdfStartBytes).arrayBuffer())) !== undefined
}

/** The limits of an uploaded document, for its field. */
export const documentLimits = {
  isPdf: isPdfFile,
  maxBytes: documentMaxBytes,
  tooLarge: tooLargeDocument,
  maxPictures: documentMaxPictures,
  tooManyPictures,
  pagePixels: documentPagePixels,
}
