import { z } from 'zod'
import { maxListedTags } from '#contract/contacts.ts'
import { failField } from '#contract/errors.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { pageOf } from '#server/platform/cursor.ts'
import type { ContactRow } from './contacts.types.ts'
import { exportContacts } from './usecases/export-contacts.ts'
import { checkRows, importRows, listImports, startImport } from './usecases/import-patients.ts'
import { listContacts, listTags } from './usecases/list-contacts.ts'
import { undoImport } from './usecases/undo-import.ts'
import { updateFacts } from './usecases/update-facts.ts'
import { updateGuest } from './usecases/update-guest.ts'

const pageSize = 50

export const contactsRoutes = {
  list: api.contacts.list.handler(async ({ input, context }) => {
    const { q = '', tag, limit = pageSize, cursor } = input
    const member = await requireMember(context.platform.db, withUserId(context, input))
    const after = readCursor(cursor)
    const { rows, isAlike } = await listContacts(context.platform, { member, q, tag: tag || undefined, limit, after })
    return { ...pageOf(rows, { limit, cursorOf: ({ id }) => id, present: presentContact }), isAlike }
  }),

  tags: api.contacts.tags.handler(async ({ input, context }) => {
    const { db } = context.platform
    const member = await requireMember(db, withUserId(context, input))
    return { items: await listTags(db, { member, limit: maxListedTags }) }
  }),

  csv: api.contacts.csv.handler(({ input, context }) => exportContacts(context.platform, withUserId(context, input))),

  imports: api.contacts.imports.handler(async ({ input, context }) => ({
    items: await listImports(context.platform, withUserId(context, input)),
  })),

  checkImport: api.contacts.checkImport.handler(({ input, context }) =>
    checkRows(context.platform, withUserId(context, input)),
  ),

  startImport: api.contacts.startImport.handler(({ input, context }) =>
    startImport(context.platform, withUserId(context, input)),
  ),

  importRows: api.contacts.importRows.handler(({ input, context }) =>
    importRows(context.platform, withUserId(context, input)),
  ),

  undoImport: api.contacts.undoImport.handler(({ input, context }) =>
    undoImport(context.platform, withUserId(context, input)),
  ),

  updateFacts: api.contacts.updateFacts.handler(async ({ input, context }) =>
    presentContact(await updateFacts(context.platform, withUserId(context, input))),
  ),

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
