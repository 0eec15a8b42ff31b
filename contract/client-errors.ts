import { z } from 'zod'
import { route } from './route.ts'

const cut = (max: number) => z.string().max(max)

export const clientErrors = {
  report: route({
    method: 'POST',
    path: '/client-errors',
    access: 'public',
    changes: [],
    summary: 'Avisa de un error de una página en el navegador',
    description:
      'Las páginas avisan solas. Se guardan juntos los errores iguales, sin los parámetros de las direcciones ni lo que alguien escribió. Hay un límite por minuto.',
    tags: ['Servicio'],
  })
    .input(
      z.object({
        name: cut(100),
        message: cut(1000),
        /** Of the script, in the browser's own form. */
        stack: cut(8000),
        /** The address without its parameters. */
        page: cut(500),
      }),
    )
    .output(z.object({ received: z.literal(true) })),
}
