import { implement, os } from '@orpc/server'

import { contract } from '#contract/contract.ts'
import { failField, failRequest } from '#contract/errors.ts'
import { type Role, staffRoles } from '#contract/roles.ts'
import type { Access, RouteMeta } from '#contract/route.ts'
import { type Actor, lacksSecondFactor } from '#server/api/actor.ts'

import type { EntryContext } from './context.ts'
import { findUnstorableText } from './unstorable-text.ts'

const entry = os.$context<EntryContext>()

/**
 * Checks the contract's `access`. It runs before the input is validated, so that no error reveals the input of a closed
 * route.
 */
export const checkAccess = entry.middleware(async ({ context, procedure, next }) => {
  const actor = await admitCaller(context, procedure['~orpc'].meta as RouteMeta)
  return next({ context: { actor } })
})

/**
 * The caller with the roles that apply in this session, when a route of this `access` is open to them; undefined for a visitor of a
 * public route. @throws session.*
 */
export async function admitCaller(context: EntryContext, { access }: RouteMeta): Promise<Actor | undefined> {
  const { production } = context.platform.settings
  const known = context.bearer === undefined ? undefined : await context.authenticate()
  const actor = known && {
    ...known,
    roles: known.roles.filter((role) => roleApplies({ role, actor: known, production })),
  }
  if (access === 'public') return actor && isIncomplete(actor) ? undefined : actor
  requireAccess({ access, known, actor })
  return actor
}

/** Refuses text that PostgreSQL cannot store, wherever it is in the input. */
export const refuseUnstorableText = entry.middleware(({ next }, input) => {
  const path = findUnstorableText(input)
  if (path === undefined) return next()
  throw failField(path, 'Contiene caracteres que no se pueden guardar.')
})

/** Features implement their routes with this: `appointmentsRoutes = { hold: api.appointments.hold.handler(…) }`. */
export const api = implement(contract).$context<EntryContext>().use(checkAccess).use(refuseUnstorableText)

export function requireActor(context: { actor: Actor | undefined }): Actor {
  if (!context.actor) throw failRequest('session.missing')
  return context.actor
}

/** The input with the caller's id: `updateGuest(context.platform, withUserId(context, input))`. */
export function withUserId<Input extends object>(
  context: { actor: Actor | undefined },
  input: Input,
): Input & { userId: string } {
  return { ...input, userId: requireActor(context).userId }
}

function isIncomplete(actor: Actor): boolean {
  return lacksSecondFactor(actor) || actor.registrationPending
}

/** In production a staff role applies only in a session that has used a second factor; no policy has to check this again. */
function roleApplies({ role, production, actor }: { role: Role; actor: Actor; production: boolean }): boolean {
  const isStaff = staffRoles.some((staff) => staff === role)
  return !(production && isStaff && actor.aal !== 'aal2')
}

/** `known` has all of the caller's roles, `actor` those that apply in this session. */
function requireAccess({
  access,
  known,
  actor,
}: {
  access: Exclude<Access, 'public'>
  known: Actor | undefined
  actor: Actor | undefined
}): void {
  if (!known || !actor) throw failRequest('session.missing')
  if (lacksSecondFactor(actor)) throw failRequest('session.second_factor')
  if (access === 'registering') return
  if (actor.registrationPending) throw failRequest('session.registration_pending')
  if (access === 'signedIn' || access.some((role) => actor.roles.includes(role))) return
  const wouldSuffice = access.some((role) => known.roles.includes(role))
  throw failRequest(wouldSuffice ? 'session.second_factor_missing' : 'session.forbidden')
}
