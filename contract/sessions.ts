import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { typedEmail } from './credentials.ts'
import { pickErrors } from './errors.ts'
import { route } from './route.ts'
import { id, instant } from './values.ts'

export const sessionErrors = {
  'sessions.not_found': { status: 404, message: 'Esa sesión ya no está abierta.' },
  'sessions.address_proven': {
    status: 409,
    message: 'Tu dirección ya está confirmada: cámbiala en Seguridad.',
  },
  'sessions.address_taken': { status: 409, message: 'Ya hay una cuenta con esa dirección.' },
  'sessions.not_recent': {
    status: 409,
    message: 'Entraste hace más de un rato. Por seguridad, vuelve a entrar antes de corregir tu dirección.',
  },
} as const satisfies ErrorMap

export const openSession = z.object({
  id,
  isCurrent: z.boolean(),
  /** "Chrome en Android"; null for a client without a recognisable user agent. */
  device: z.string().nullable(),
  kind: z.enum(['phone', 'tablet', 'computer', 'unknown']),
  /** The IP address at sign-in, an IPv6 one truncated to its network. */
  address: z.string().nullable(),
  createdAt: instant,
  /** The time is accurate to five minutes. */
  lastUsedAt: instant,
})
export type OpenSession = z.output<typeof openSession>

const tags = ['Sesiones']

/** The user's open sessions. The authentication service's logout closes all of them, or all others. */
export const sessions = {
  list: route({
    method: 'GET',
    path: '/me/sessions',
    access: 'signedIn',
    summary: 'Las sesiones abiertas de la propia cuenta',
    tags,
  }).output(z.object({ items: z.array(openSession) })),
  end: route({
    method: 'DELETE',
    path: '/me/sessions/{sessionId}',
    access: 'signedIn',
    changes: ['sessions'],
    summary: 'Cierra una sesión de la propia cuenta',
    tags,
  })
    .input(z.object({ sessionId: id }))
    .output(z.object({ ended: z.literal(true) }))
    .errors(pickErrors(sessionErrors, 'sessions.not_found')),
  correctAddress: route({
    method: 'POST',
    path: '/me/address-correction',
    access: 'signedIn',
    changes: ['accounts', 'sessions'],
    summary: 'Corrige la dirección mal escrita de una cuenta que no la confirmó',
    description:
      'Envía un correo con el enlace de confirmación y lo reservado, y los enlaces enviados a la dirección anterior dejan de servir.',
    tags,
  })
    .input(z.object({ email: typedEmail('Escribe tu correo') }))
    .output(
      z.object({
        email: z.string(),
        /** What the mail to it has; `bookings`: with the link. `nothing`: the address has had its mails of today. */
        mailed: z.enum(['link', 'bookings', 'nothing']),
      }),
    )
    .errors(pickErrors(sessionErrors, 'sessions.address_proven', 'sessions.address_taken', 'sessions.not_recent')),
}
