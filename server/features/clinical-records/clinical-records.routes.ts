import type { RequestContext } from '#server/api/context.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { decideConsent, listReaders, requestConsent } from './usecases/decide-consent.ts'
import { exportRecord } from './usecases/export-record.ts'
import { listDrafts, savePrivateNote } from './usecases/private-notes.ts'
import { listOwnAccesses, listOwnRecords, readOwnRecord } from './usecases/read-own-record.ts'
import { type ReadRecord, readRecord, readTimeline } from './usecases/read-record.ts'
import { writeRecord } from './usecases/write-record.ts'

const accessesPerPage = 20
const entriesPerPage = 20

export const clinicalRecordsRoutes = {
  get: api.clinicalRecords.get.handler(async ({ input, context }) =>
    present(await readRecord(context.platform, withUserId(context, input))),
  ),

  timeline: api.clinicalRecords.timeline.handler(async ({ input, context }) => {
    const { limit = entriesPerPage, cursor, ...request } = input
    const page = { ...request, limit, after: readCursor(cursor) }
    const { entries, next } = await readTimeline(context.platform, withUserId(context, page))
    return {
      items: entries.map(({ appointment, ...entry }) => ({ ...appointment, ...entry })),
      nextCursor: next ? writeCursor(next) : null,
    }
  }),

  drafts: api.clinicalRecords.drafts.handler(async ({ input, context }) => ({
    items: await listDrafts(context.platform, withUserId(context, input)),
  })),

  saveDraft: api.clinicalRecords.saveDraft.handler(async ({ input, context }) => {
    const { diagnosis, notes, ...request } = input
    const note = { ...request, kind: 'draft', content: { diagnosis, notes } } as const
    return { draft: await savePrivateNote(context.platform, withUserId(context, note)) }
  }),

  saveWorkingNote: api.clinicalRecords.saveWorkingNote.handler(async ({ input, context }) => {
    const { notes, ...request } = input
    const note = { ...request, kind: 'working_note', content: { diagnosis: '', notes } } as const
    return { workingNote: await savePrivateNote(context.platform, withUserId(context, note)) }
  }),

  write: api.clinicalRecords.write.handler(async ({ input, context }) => {
    const { diagnosis, notes, ...request } = input
    return present(
      await writeRecord(context.platform, withUserId(context, { ...request, content: { diagnosis, notes } })),
    )
  }),

  requestConsent: api.clinicalRecords.requestConsent.handler(async ({ input, context }) =>
    present(await requestConsent(context.platform, withUserId(context, input))),
  ),

  readers: api.clinicalRecords.readers.handler(async ({ context }) => ({
    items: await listReaders(context.platform, userOf(context)),
  })),

  decideConsent: api.clinicalRecords.decideConsent.handler(({ input, context }) =>
    decideConsent(context.platform, withUserId(context, input)),
  ),

  list: api.clinicalRecords.list.handler(async ({ context }) => {
    const rows = await listOwnRecords(context.platform, userOf(context))
    const holders = new Map<string, { dependantId: string | null; name: string; appointments: number }>()
    for (const { dependantId, name } of rows) {
      const key = dependantId ?? ''
      const holder = holders.get(key) ?? { dependantId, name: name ?? '', appointments: 0 }
      holders.set(key, { ...holder, appointments: holder.appointments + 1 })
    }
    return {
      holders: [...holders.values()].toSorted(
        (a, b) => Number(a.dependantId !== null) - Number(b.dependantId !== null) || a.name.localeCompare(b.name, 'es'),
      ),
      appointmentIds: rows.map(({ appointmentId }) => appointmentId),
    }
  }),

  getOwn: api.clinicalRecords.getOwn.handler(async ({ input, context }) => {
    const { appointment, versions } = await readOwnRecord(context.platform, withUserId(context, input))
    return { ...appointment, versions }
  }),

  accesses: api.clinicalRecords.accesses.handler(async ({ input, context }) => {
    const { limit = accessesPerPage, cursor, appointmentId } = input
    const request = withUserId(context, { appointmentId, limit: limit + 1, after: readCursor(cursor) })
    return pageOf(await listOwnAccesses(context.platform, request), {
      limit,
      cursorOf: ({ accessedAt, id }) => writeCursor({ at: accessedAt, id }),
    })
  }),

  export: api.clinicalRecords.export.handler(({ input, context }) =>
    exportRecord(context.platform, withUserId(context, input)),
  ),
}

const userOf = (context: RequestContext) => withUserId(context, {})

function present({ appointment, ...record }: ReadRecord) {
  return { ...appointment, ...record }
}
