import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'

/** Bytes of a picture that the browser sends, cut and made small already. */
export const pictureMaxBytes = 3_000_000
/** Bytes of a document. */
export const documentMaxBytes = 10_000_000
export const tooLargePicture = 'La imagen es demasiado grande'
export const tooLargeDocument = 'El PDF puede pesar hasta 10 MB'
export const picture = z.file().max(pictureMaxBytes, tooLargePicture)
export const document = z.file().max(documentMaxBytes, tooLargeDocument)

export const fileErrors = {
  'files.not_an_image': {
    status: 422,
    message: 'Ese archivo no es una imagen que podamos usar. Prueba con una foto JPG, PNG o WebP.',
    data: z.object({ field: z.string() }),
  },
  'files.not_a_pdf': {
    status: 422,
    message: 'Ese archivo no es un PDF que podamos guardar.',
    data: z.object({ field: z.string() }),
  },
} as const satisfies ErrorMap
