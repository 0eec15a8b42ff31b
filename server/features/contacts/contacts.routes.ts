import { z } from 'zod'
import type { Contact } from '#contract/contacts.ts'
import { failField } from '#contract/errors.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { presentListedAppointment } from '#server/features/appointments/routes/present-agenda.ts'
import { listAgendaAppointments } from '#server/features/appointments/usecases/read-agenda.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { pageOf } from '#server/platform/cursor.ts'
import { guestVersion } from './contacts.rules.ts'
import type { ContactRow } from './contacts.types.ts'
import { exportContacts } from './usecases/export-contacts.ts'
import { findInCenter } from './usecases/find-in-center.ts'
import { listContacts, requireContact } from './usecases/list-contacts.ts'
import { removeGuest } from './usecases/remove-guest.ts'
import { updateGuest } from './usecases/update-guest.ts'

const pageSize = 50
const maxAppointments = 100

export const contactsRoutes = {
  list: api.contacts.list.handler(async ({ input, context }) => {
    const { q = '', limit = pageSize, cursor } = input
    const member = await requireMember(context.platform.db, withUserId(context, input))
    const rows = await listContacts(context.platform, { member, q, limit, after: readCursor(cursor) })
    return pageOf(rows, { limit, cursorOf: ({ id }) => id, present: presentContact })
  }),

  find: api.contacts.find.handler(async ({ input, context }) => {
    const request = withUserId(context, input)
    const member = await requireMember(context.platform.db, request)
    const { people, professionals, appointments } = await findInCenter(context.platform, { ...request, member })
    return {
      people: people.map(({ kind, id, name, phone }) => ({ kind, id, name, phone: phone || null })),
      appointments: appointments.map(({ id, status, startsAt, attendeeName, professionalName }) => ({
        id,
        status,
        startsAt: startsAt.toISOString(),
        name: attendeeName ?? '',
        professionalName,
      })),
      professionals,
    }
  }),

  get: api.contacts.get.handler(async ({ input, context }) => {
    const { platform } = context
    const member = await requireMember(platform.db, withUserId(context, input))
    const person = { kind: input.kind, id: input.personId }
    const row = await requireContact(platform, { member, person })
    const now = platform.clock.now()
    const appointments = await listAgendaAppointments(platform.db, { member, person, limit: maxAppointments })
    return {
      contact: presentContact(row),
      version: guestVersion(row),
      note: row.note,
      appointments: appointments.map((appointment) => presentListedAppointment({ row: appointment, member, now })),
    }
  }),

  csv: api.contacts.csv.handler(({ input, context }) => exportContacts(context.platform, withUserId(context, input))),

  updateGuest: api.contacts.updateGuest.handler(async ({ input, context }) =>
    presentContact(await updateGuest(context.platform, withUserId(context, input))),
  ),

  removeGuest: api.contacts.removeGuest.handler(async ({ input, context }) => {
    await removeGuest(context.platform, withUserId(context, input))
    return { removed: true }
  }),
}

/** The cursor is the id of the last person of the previous page. */
function readCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const { success, data } = z.uuid().safeParse(cursor)
  if (success) return data
  throw failField('cursor', 'No es un cursor de esta lista.')
}

function presentContact({ kind, id, name, phone, email, lastVisit, nextVisit, visits }: ContactRow): Contact {
  return {
    kind,
    id,
    name,
    phone: phone || null,
    email,
    lastVisit: lastVisit?.toISOString() ?? null,
    nextVisit: nextVisit?.toISOString() ?? null,
    visits,
  }
}
