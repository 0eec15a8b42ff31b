import { z } from 'zod'

import { route } from './route.ts'

/** The installation itself. */
export const service = {
  status: route({
    method: 'GET',
    path: '/service/status',
    summary: 'Nombre del servicio y su hora',
    tags: ['Servicio'],
    access: 'public',
  }).output(z.object({ name: z.string(), now: z.iso.datetime(), zone: z.string() })),
}
