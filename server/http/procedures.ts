import { implement, os } from '@orpc/server'
import { z } from 'zod'
import { es } from 'zod/locales'

import { contract } from '#contract/contract.ts'
import { failRequest } from '#contract/errors.ts'
import type { Access, RouteMeta } from '#contract/route.ts'
import type { Actor } from '#server/features/accounts/accounts.types.ts'

import type { EntryContext } from './context.ts'
import { findUnstorableText } from './unstorable-text.ts'

// What a schema says of its own accord is read by people, too.
z.config(es())

const entry = os.$context<EntryContext>()

/** Who may call, by the contract's `access`. Before the input, so that nobody learns from its errors what a closed route takes. */
export const checkAccess = entry.middleware(async ({ context, procedure, next }) => {
  const { access } = procedure['~orpc'].meta as RouteMeta
  const actor = context.bearer === undefined ? undefined : await context.authenticate()
  requireAccess(access, actor)
  return next({ context: { actor } })
})

/** Text that the database cannot hold is a mistake of the sender's, wherever in the input it stands. */
export const refuseUnstorableText = entry.middleware(({ next }, input) => {
  const path = findUnstorableText(input)
  if (path === undefined) return next()
  throw failRequest('request.invalid', { fields: [{ path, message: 'Contiene caracteres que no se pueden guardar.' }] })
})

/** What features implement: `appointmentsRoutes = { hold: api.appointments.hold.handler(…) }`. */
export const api = implement(contract).$context<EntryContext>().use(checkAccess).use(refuseUnstorableText)

/** The signed-in person of a route behind `signedIn` or a role. */
export function requireActor(context: { actor: Actor | undefined }): Actor {
  if (!context.actor) throw failRequest('session.missing')
  return context.actor
}

function requireAccess(access: Access, actor: Actor | undefined): void {
  if (access === 'public') return
  if (!actor) throw failRequest('session.missing')
  if (access !== 'signedIn' && !access.some((role) => actor.roles.includes(role)))
    throw failRequest('session.forbidden')
}
