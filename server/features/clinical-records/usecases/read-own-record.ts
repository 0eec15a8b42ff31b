import type { Position } from '#server/platform/cursor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../clinical-records.errors.ts'
import { insertAccesses, listAccesses } from '../repository/accesses.ts'
import { listRecorded } from '../repository/own-records.ts'
import * as records from '../repository/records.ts'
import { openVersionAbout, personOf } from './persons-of-records.ts'
import type { ReadRecord } from './read-record.ts'

type OwnRequest = { userId: string; appointmentId: string }

const maxListed = 1000

/** The account's appointments that have a record. It reads no content, so it logs nothing. */
export async function listOwnRecords({ db }: Platform, { userId }: { userId: string }) {
  return listRecorded(db, { patientId: userId, limit: maxListed })
}

/**
 * The record of an appointment of the patient or a dependant. The read is logged.
 * @throws clinical_records.not_found
 */
export async function readOwnRecord(
  { db, clock, recordKeys }: Platform,
  { userId, appointmentId }: OwnRequest,
): Promise<Pick<ReadRecord, 'appointment' | 'versions'>> {
  return db.transaction().execute(async (tx) => {
    const appointment = await records.findOfPatient(tx, { patientId: userId, appointmentId })
    if (!appointment) throw fail('clinical_records.not_found')
    const versions = await records.listVersions(tx, { appointmentIds: [appointmentId] })
    const access = { userId, professionalId: null, action: 'read', reason: 'own', now: clock.now() } as const
    await insertAccesses(tx, { ...access, appointmentIds: [appointmentId] })
    const person = personOf(appointment)
    return { appointment, versions: versions.map((row) => openVersionAbout(recordKeys, { row, person })) }
  })
}

/** The accesses to the record, newest first. @throws clinical_records.not_found */
export async function listOwnAccesses(
  { db }: Platform,
  { userId, appointmentId, ...page }: OwnRequest & { after: Position | undefined; limit: number },
) {
  if (!(await records.findOfPatient(db, { patientId: userId, appointmentId }))) throw fail('clinical_records.not_found')
  return listAccesses(db, { appointmentId, ...page })
}
