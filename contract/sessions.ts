import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { pickErrors } from './errors.ts'
import { route } from './route.ts'
import { id, instant } from './values.ts'

export const sessionErrors = {
  'sessions.not_found': { status: 404, message: 'Esa sesión ya no está abierta.' },
} as const satisfies ErrorMap

export const openSession = z.object({
  id,
  /** Whether it is the one that asks. */
  isCurrent: z.boolean(),
  /** "Chrome en Android"; null for a program that does not say what it is. */
  device: z.string().nullable(),
  kind: z.enum(['phone', 'tablet', 'computer', 'unknown']),
  /** IP address that it was opened from, an IPv6 one shortened to its network. */
  address: z.string().nullable(),
  createdAt: instant,
  /** To within five minutes. */
  lastUsedAt: instant,
})
export type OpenSession = z.output<typeof openSession>

const tags = ['Sesiones']

/** Where somebody is signed in. Ending all or all others is the authentication service's logout. */
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
    summary: 'Cierra una sesión de la propia cuenta',
    tags,
  })
    .input(z.object({ sessionId: id }))
    .output(z.object({ ended: z.literal(true) }))
    .errors(pickErrors(sessionErrors, 'sessions.not_found')),
}
