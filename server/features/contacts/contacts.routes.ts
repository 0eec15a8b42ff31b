import { z } from 'zod'
import { failField } from '#contract/errors.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { pageOf } from '#server/platform/cursor.ts'
import type { ContactRow } from './contacts.types.ts'
import { exportContacts } from './usecases/export-contacts.ts'
import { listContacts } from './usecases/list-contacts.ts'
import { updateGuest } from './usecases/update-guest.ts'

const pageSize = 50

export const contactsRoutes = {
  list: api.contacts.list.handler(async ({ input, context }) => {
    const { q = '', limit = pageSize, cursor } = input
    const member = await requireMember(context.platform.db, withUserId(context, input))
    const rows = await listContacts(context.platform, { member, q, limit, after: readCursor(cursor) })
    return pageOf(rows, { limit, cursorOf: ({ id }) => id, present: presentContact })
  }),

  csv: api.contacts.csv.handler(({ input, context }) => exportContacts(context.platform, withUserId(context, input))),

  updateGuest: api.contacts.updateGuest.handler(async ({ input, context }) =>
    presentContact(await updateGuest(context.platform, withUserId(context, input))),
  ),
}

/** The cursor is the id of the last person of the previous page. */
function readCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const { success, data } = z.uuid().safeParse(cursor)
  if (success) return data
  throw failField('cursor', 'No es un cursor de esta lista.')
}

export function presentContact(row: ContactRow) {
  return { ...row, phone: row.phone || null }
}
