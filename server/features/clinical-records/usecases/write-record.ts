import { clinicalRecordLimits } from '#contract/clinical-records.ts'
import { failRequest } from '#contract/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { fail } from '../clinical-records.errors.ts'
import { isOwnAppointment } from '../clinical-records.policy.ts'
import { insertAccesses } from '../repository/accesses.ts'
import { deleteNote } from '../repository/private-notes.ts'
import * as records from '../repository/records.ts'
import { openVersion, type RecordContent, sealPerson, sealVersion } from '../rules/sealing.ts'
import { personOf } from './persons-of-records.ts'
import { noteVersion } from './present-note.ts'
import { findNote, isSame } from './private-notes.ts'
import { type ReadRecord, type RecordRequest, readRecordIn, requireTreating } from './read-record.ts'

const writesPerHour = 120

/**
 * Adds a version to the record of a completed appointment. `after` is the last version that the professional has read, and
 * `draft` the version of their draft, which it deletes. A repeated request adds nothing; a request after an older version, or
 * beside another draft, is refused.
 * @throws centers.not_found, appointments.not_found, clinical_records.professional_only, clinical_records.not_completed,
 * clinical_records.person_gone, clinical_records.has_newer_version, clinical_records.too_many_versions and the refusal of an outdated version
 */
export async function writeRecord(
  platform: Platform,
  { content, after, draft: seen = null, ...input }: RecordRequest & Addition,
): Promise<ReadRecord> {
  const limit = { name: 'clinical_records.write', limit: writesPerHour, windowSeconds: 3600 }
  await countAttempt(platform, { ...limit, key: input.userId })
  return platform.db.transaction().execute(async (tx) => {
    const unlocked = await requireTreating(tx, input)
    if (!isOwnAppointment(unlocked.treating, unlocked.appointment)) throw fail('clinical_records.professional_only')
    await records.lockForWriting(tx, unlocked.appointment)
    // Checked again now that the rows are locked.
    const entitled = await requireTreating(tx, input)
    const { treating, appointment } = entitled
    if (appointment.status !== 'completed') throw fail('clinical_records.not_completed')
    if (!appointment.takesNotes) throw fail('clinical_records.person_gone')

    const versions = await records.listVersions(tx, { appointmentIds: [input.appointmentId] })
    const last = versions.at(-1)
    const lastVersion = last?.version ?? 0
    if (lastVersion !== after) {
      const isRepeated = last?.authorId === input.userId && lastVersion === after + 1
      if (!isRepeated || !isSame(openVersion(platform.recordKeys, last), content)) {
        throw fail('clinical_records.has_newer_version')
      }
      return readRecordIn(tx, { platform, ...entitled, isLogged: true })
    }
    if (lastVersion >= clinicalRecordLimits.versions) throw fail('clinical_records.too_many_versions')
    // Otherwise what another tab has saved in the draft since would be lost.
    const draft = await findNote(tx, { ...input, kind: 'draft' })
    if ((draft ? noteVersion(draft) : null) !== seen) throw failRequest('request.changed_meanwhile')
    if (draft) await deleteNote(tx, draft)
    const now = platform.clock.now()
    const row = {
      id: newId(),
      appointmentId: input.appointmentId,
      version: lastVersion + 1,
      authorId: input.userId,
      professionalId: treating.professionalId,
      writtenAt: now,
    }
    const sealed = sealVersion(platform.recordKeys, { row, content })
    const person = { ...personOf(appointment), recordedAt: now }
    const sealedPerson = sealPerson(platform.recordKeys, { row: { ...row, keyId: sealed.keyId }, person })
    await records.insertVersion(tx, { ...row, ...sealed, ...sealedPerson })
    const access = { userId: input.userId, professionalId: treating.professionalId, now } as const
    await insertAccesses(tx, {
      ...access,
      action: 'write',
      reason: 'treatment',
      appointmentIds: [input.appointmentId],
    })
    return readRecordIn(tx, { platform, ...entitled, isLogged: false })
  })
}

type Addition = { content: RecordContent; after: number; draft?: string | null }
