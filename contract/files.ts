import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'

/** Maximum bytes of a picture, which the browser has cropped and scaled down. */
export const pictureMaxBytes = 3_000_000
/** Maximum bytes of a document. */
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
