import { z } from 'zod'
import { pastedEmail } from './credentials.ts'
import { typedName } from './names.ts'
import { route } from './route.ts'
import { supportMessageMax } from './support-limits.ts'
import { id, typedText } from './values.ts'

export const nameMissingMessage = 'El nombre es obligatorio'

export const supportForm = z.object({
  name: typedName({ min: 1, max: 200, message: nameMissingMessage }),
  email: pastedEmail
    .min(1, 'El correo electrónico es obligatorio')
    .pipe(z.email({ error: 'Correo no válido' }).max(255)),
  message: typedText({ min: 1, max: supportMessageMax, message: 'El mensaje es obligatorio' }),
})

export const support = {
  send: route({
    method: 'POST',
    path: '/support/requests',
    access: 'public',
    changes: [],
    summary: 'Envía una consulta al equipo de soporte',
    description:
      'Con una sesión, el nombre es opcional. La misma clave envía una sola vez. Hay un límite por hora y por día.',
    tags: ['Soporte'],
  })
    .input(
      supportForm.extend({
        name: supportForm.shape.name.optional(),
        from: z.enum(['widget', 'contact']),
        /** Hidden from people: only a program fills it in. */
        website: z.string().max(200).optional(),
        idempotencyKey: id,
      }),
    )
    .output(z.object({ reference: z.string() })),
}
