import { setImmediate as yieldToRequests } from 'node:timers/promises'
import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import type { RecordFormat } from '#contract/clinical-records.ts'
import type { Person } from '#contract/person-words.ts'
import { createLimiter, outsideTurn } from '#server/platform/limiter.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempt, requireAttemptLeft } from '#server/platform/rate-limit.ts'
import { StreamedFile } from '#server/platform/streamed-file.ts'
import { makeInThread, ThreadLimitError } from '#server/platform/worker-thread.ts'
import { fail } from '../clinical-records.errors.ts'
import { insertAccesses } from '../repository/accesses.ts'
import { findHolder, listToExport } from '../repository/own-records.ts'
import { listVersions, type StoredVersion } from '../repository/records.ts'
import { writeJson } from '../rules/record-json.ts'
import type { ExportedAppointment, ExportHead, PdfHead } from '../rules/record-pdf.ts'
import { openVersionAbout, personOf } from './persons-of-records.ts'

/** Each has up to 50 versions of 10,000 characters. */
const appointmentsPerBatch = 5
const limit = { name: 'clinical_records.exported', limit: 10, windowSeconds: 3600 }

/** A page takes about 10 ms, so this is for a thousand of them; together with the patience, less than openWithinMs of a download. */
const pdfWithinMs = 10_000
/** Each PDF occupies a core. */
const takePdfTurn = createLimiter({ atOnce: 2, patienceMs: 8_000 })

/** `dependantId` is null for the account's owner. */
type ExportRequest = { userId: string; format: RecordFormat; dependantId?: string | null }

/** Refuses what exportRecord would refuse, and reads no record. @throws clinical_records.not_found, request.too_many */
export async function requireRecordExport(
  platform: Platform,
  { userId, dependantId = null }: Omit<ExportRequest, 'format'>,
): Promise<void> {
  const holder = await findHolder(platform.db, { patientId: userId, dependantId })
  if (!holder) throw fail('clinical_records.not_found')
  await requireAttemptLeft(platform, { ...limit, key: userId })
}

/**
 * Exports the record of the account's owner, or of one dependant, with every version. The records are read in batches: while the JSON is
 * sent, and while a thread makes the PDF. Of the JSON each batch is logged; of the PDF, which may be refused, all once it is made.
 * @throws clinical_records.not_found, clinical_records.too_long, request.too_many, QueueTimeoutError
 */
export async function exportRecord(
  platform: Platform,
  { userId, format, dependantId = null }: ExportRequest,
): Promise<File> {
  const holder = await findHolder(platform.db, { patientId: userId, dependantId })
  if (!holder) throw fail('clinical_records.not_found')
  await countAttempt(platform, { ...limit, key: userId })
  const now = platform.clock.now()
  const head: ExportHead = { ...holder, now }
  const name = `historia-clinica-${localDay({ instant: now, zone })}.${format}`
  const person = { userId, dependantId }
  const log = (tx: Tx, appointmentIds: string[]) => {
    const access = { userId, professionalId: null, action: 'export', reason: 'own_copy' } as const
    return insertAccesses(tx, { ...access, now: platform.clock.now(), appointmentIds })
  }
  if (format === 'json') {
    const batches = readBatches(platform, { ...person, onRead: log })
    return StreamedFile.open(writeJson({ head, batches }), { name, type: 'application/json' })
  }
  const read: string[] = []
  const batches = readBatches(platform, {
    ...person,
    onRead: (_tx, ids) => {
      read.push(...ids)
    },
  })
  const pdf = await makePdf({ head, batches })
  await platform.db.transaction().execute((tx) => log(tx, read))
  return new File(pdf, name, { type: 'application/pdf' })
}

const pdfThread = new URL('../rules/record-pdf-thread.ts', import.meta.url)

/** The PDF is whole before any of it is sent, so one that takes too long is refused and not cut off. */
async function makePdf({ head, batches }: { head: ExportHead; batches: AsyncGenerator<ExportedAppointment[]> }) {
  const pdfHead: PdfHead = { ...head, operatorName: brand.name }
  const make = () => makeInThread({ module: pdfThread, head: pdfHead, parts: batches, withinMs: pdfWithinMs })
  try {
    return [...(await outsideTurn(() => takePdfTurn(make)))]
  } catch (error) {
    if (error instanceof ThreadLimitError) throw fail('clinical_records.too_long')
    throw error
  }
}

type BatchesOf = {
  userId: string
  dependantId: string | null
  /** Called with the appointments of each batch, in its transaction. */
  onRead: (tx: Tx, appointmentIds: string[]) => Promise<void> | void
}

/** Each batch has a transaction. Yields one appointment at a time; requests run in between. */
async function* readBatches(
  { db, recordKeys }: Platform,
  { userId, dependantId, onRead }: BatchesOf,
): AsyncGenerator<ExportedAppointment[]> {
  let after: { at: Date; id: string } | undefined
  for (;;) {
    const position = after
    const batch = await db.transaction().execute(async (tx) => {
      const person = { patientId: userId, dependantId }
      const rows = await listToExport(tx, { ...person, after: position, limit: appointmentsPerBatch })
      const appointmentIds = rows.map(({ appointmentId }) => appointmentId)
      const versions = await listVersions(tx, { appointmentIds })
      await onRead(tx, appointmentIds)
      return rows.map((row) => ({
        ...row,
        versions: versions.filter(({ appointmentId }) => appointmentId === row.appointmentId),
      }))
    })
    for (const { versions, ...row } of batch) {
      yield [
        { ...row, versions: versions.map((version) => presentVersion(version, { recordKeys, person: personOf(row) })) },
      ]
      await yieldToRequests()
    }
    const last = batch.at(-1)
    if (!last || batch.length < appointmentsPerBatch) return
    after = { at: last.startsAt, id: last.appointmentId }
  }
}

/** Without the sealed text and the ids. */
function presentVersion(
  row: StoredVersion,
  { recordKeys, person }: { recordKeys: Platform['recordKeys']; person: Person },
): ExportedAppointment['versions'][number] {
  const { version, authorName, writtenAt, diagnosis, notes, writtenAs } = openVersionAbout(recordKeys, { row, person })
  return { version, authorName, writtenAt, diagnosis, notes, writtenAs }
}
