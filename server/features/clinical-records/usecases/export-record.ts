import { zone } from '#contract/calendar.ts'
import type { RecordFormat } from '#contract/clinical-records.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt, requireAttemptLeft } from '#server/platform/rate-limit.ts'
import { StreamedFile } from '#server/platform/streamed-file.ts'
import { fail } from '../clinical-records.errors.ts'
import { insertAccesses } from '../repository/accesses.ts'
import { findHolder, listToExport } from '../repository/own-records.ts'
import { listVersions } from '../repository/records.ts'
import { writeJson } from '../rules/record-json.ts'
import { type ExportedAppointment, type ExportHead, writePdf } from '../rules/record-pdf.ts'
import { openVersion } from '../rules/sealing.ts'

const appointmentsPerBatch = 20
const limit = { name: 'clinical_records.exported', limit: 10, windowSeconds: 3600 }

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
 * Exports the record of the account's owner, or of one dependant, with every version. The records are read and logged in
 * batches while the file is sent. @throws clinical_records.not_found, request.too_many
 */
export async function exportRecord(
  platform: Platform,
  { userId, format, dependantId = null }: ExportRequest,
): Promise<StreamedFile> {
  const holder = await findHolder(platform.db, { patientId: userId, dependantId })
  if (!holder) throw fail('clinical_records.not_found')
  await countAttempt(platform, { ...limit, key: userId })
  const now = platform.clock.now()
  const head: ExportHead = { ...holder, now }
  const batches = readBatches(platform, { userId, dependantId })
  const name = `historia-clinica-${localDay({ instant: now, zone })}.${format}`
  return format === 'pdf'
    ? StreamedFile.open(writePdf({ head, batches }), { name, type: 'application/pdf' })
    : StreamedFile.open(writeJson({ head, batches }), { name, type: 'application/json' })
}

/** Each batch has a transaction, which also logs the accesses. */
async function* readBatches(
  { db, clock, recordKeys }: Platform,
  { userId, dependantId }: { userId: string; dependantId: string | null },
): AsyncGenerator<ExportedAppointment[]> {
  let after: { at: Date; id: string } | undefined
  for (;;) {
    const position = after
    const batch = await db.transaction().execute(async (tx) => {
      const person = { patientId: userId, dependantId }
      const rows = await listToExport(tx, { ...person, after: position, limit: appointmentsPerBatch })
      const appointmentIds = rows.map(({ appointmentId }) => appointmentId)
      const versions = await listVersions(tx, { appointmentIds })
      const access = { userId, professionalId: null, action: 'export', reason: 'own_copy' } as const
      await insertAccesses(tx, { ...access, now: clock.now(), appointmentIds })
      return rows.map((row) => ({
        ...row,
        versions: versions
          .filter(({ appointmentId }) => appointmentId === row.appointmentId)
          .map((version) => ({ ...version, ...openVersion(recordKeys, version) })),
      }))
    })
    if (batch.length > 0) yield batch
    const last = batch.at(-1)
    if (!last || batch.length < appointmentsPerBatch) return
    after = { at: last.startsAt, id: last.appointmentId }
  }
}
