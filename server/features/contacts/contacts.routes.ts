import { z } from 'zod'
import { failRequest } from '#contract/errors.ts'
import { listAgendaAppointments } from '#server/features/appointments/usecases/read-agenda.ts'
import { requireMember } from '#server/features/centers/centers.usecases.ts'
import type { RequestContext } from '#server/http/context.ts'
import { api, requireActor } from '#server/http/procedures.ts'
import { presentContact } from './contacts.rules.ts'
import { listContacts, requireContact, updateGuest } from './contacts.usecases.ts'
import { removeGuest } from './usecases/remove-guest.ts'

const pageSize = 50
const appointmentsShown = 100

export const contactsRoutes = {
  list: api.contacts.list.handler(async ({ input, context }) => {
    const { centerId, q = '', limit = pageSize, cursor } = input
    const member = await memberOf(context, centerId)
    const rows = await listContacts(context.platform, { member, q, limit, after: readCursor(cursor) })
    return {
      items: rows.slice(0, limit).map(presentContact),
      nextCursor: rows.length > limit ? (rows[limit - 1]?.id ?? null) : null,
    }
  }),

  get: api.contacts.get.handler(async ({ input, context }) => {
    const { platform } = context
    const member = await memberOf(context, input.centerId)
    const person = { kind: input.kind, id: input.personId }
    const row = await requireContact(platform, { member, person })
    const now = platform.clock.now()
    return {
      contact: presentContact(row),
      note: row.note,
      appointments: await listAgendaAppointments(platform.db, { member, person, limit: appointmentsShown, now }),
    }
  }),

  updateGuest: api.contacts.updateGuest.handler(async ({ input, context }) =>
    presentContact(await updateGuest(context.platform, { ...input, userId: requireActor(context).userId })),
  ),

  removeGuest: api.contacts.removeGuest.handler(async ({ input, context }) => {
    await removeGuest(context.platform, { ...input, userId: requireActor(context).userId })
    return { removed: true }
  }),
}

function memberOf(context: RequestContext, centerId: string) {
  return requireMember(context.platform.db, { centerId, userId: requireActor(context).userId })
}

/** The last person of the page before. */
function readCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const { success, data } = z.uuid().safeParse(cursor)
  if (success) return data
  throw failRequest('request.invalid', { fields: [{ path: 'cursor', message: 'No es un cursor de esta lista.' }] })
}
