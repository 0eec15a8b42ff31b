import { z } from 'zod'

import { route } from './route.ts'
import { instant } from './values.ts'

export const status = {
  get: route({
    method: 'GET',
    path: '/status',
    summary: 'Nombre del servicio y su hora',
    tags: ['Servicio'],
    access: 'public',
  }).output(z.object({ name: z.string(), now: instant, zone: z.string() })),
}
