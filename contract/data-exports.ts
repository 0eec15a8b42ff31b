import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { pickErrors } from './errors.ts'
import { route } from './route.ts'
import { id, instant } from './values.ts'

export const dataExportErrors = {
  'data_exports.not_found': { status: 404, message: 'Esa copia ya no existe. Pide una nueva.' },
} as const satisfies ErrorMap

export const dataExport = z.object({
  id,
  status: z.enum(['queued', 'running', 'ready', 'failed']),
  percent: z.number().int().min(0).max(100),
  createdAt: instant,
  /** When the download expires; null until the export is ready. */
  expiresAt: instant.nullable(),
})
export type DataExport = z.output<typeof dataExport>

const tags = ['Mis datos']

/** A copy of everything that we store about a user, which a background job prepares for download. */
export const dataExports = {
  create: route({
    method: 'POST',
    path: '/me/data-exports',
    access: 'signedIn',
    changes: ['dataExports.latest'],
    summary: 'Pide una copia de todos los propios datos',
    description: 'Si ya hay una en preparación, devuelve esa.',
    tags,
  }).output(dataExport),
  latest: route({
    method: 'GET',
    path: '/me/data-exports/latest',
    access: 'signedIn',
    summary: 'La última copia pedida y cuánto falta',
    tags,
  }).output(z.object({ latest: dataExport.nullable() })),
  download: route({
    method: 'GET',
    path: '/me/data-exports/{exportId}/{format}',
    access: 'signedIn',
    summary: 'Descarga la copia, como JSON o como página para leer',
    tags,
  })
    .input(z.object({ exportId: id, format: z.enum(['json', 'html']) }))
    // The file is streamed.
    .output(z.file())
    .errors(pickErrors(dataExportErrors, 'data_exports.not_found')),
}
