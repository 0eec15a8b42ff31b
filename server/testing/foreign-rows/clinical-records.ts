import { createDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildCenter, verifyEmail } from '#server/testing/builders.ts'
import { buildRecord, buildTreatment } from '#server/testing/clinical-records.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { type ForeignRow, type ForeignRows, staff, strangersToPatient } from './foreign-row.ts'

export const clinicalRecords: ForeignRows<'clinicalRecords'> = {
  'clinicalRecords.get': (platform) => ofProfessional(platform, {}),
  'clinicalRecords.timeline': (platform) => ofProfessional(platform, {}),
  'clinicalRecords.beside': (platform) => ofProfessional(platform, {}),
  'clinicalRecords.drafts': ofMember,
  'clinicalRecords.saveDraft': (platform) =>
    ofProfessional(platform, { diagnosis: 'Lumbalgia', notes: '', version: null }),
  'clinicalRecords.saveWorkingNote': (platform) =>
    ofProfessional(platform, { notes: 'Preguntar por el trabajo.', version: null }),
  'clinicalRecords.write': (platform) => ofProfessional(platform, { diagnosis: 'Lumbalgia', notes: '', after: 0 }),
  'clinicalRecords.requestConsent': ofAskingProfessional,
  'clinicalRecords.decideConsent': ofReader,
  'clinicalRecords.getOwn': ofPatient,
  'clinicalRecords.accesses': ofPatient,
  'clinicalRecords.export': ofDependant,
}

async function ofProfessional(platform: TestPlatform, input: Record<string, unknown>): Promise<ForeignRow> {
  const { centerId, appointmentId, professional, patientId, owner, reception, colleague } =
    await buildTreatment(platform)
  const other = await buildCenter(platform)
  return {
    input: { centerId, appointmentId, ...input },
    owner: actorOf(['patient'], professional),
    strangers: {
      'its patient': actorOf(['patient'], patientId),
      'its owner': actorOf(['center'], owner),
      'its reception': actorOf(['patient'], reception),
      'a colleague': actorOf(['patient'], colleague),
      'another centre': actorOf(['center'], other.centerId),
      ...(await staff(platform)),
    },
  }
}

async function ofMember(platform: TestPlatform): Promise<ForeignRow> {
  const row = await ofProfessional(platform, {})
  const { 'its patient': patient, 'another centre': center } = row.strangers
  return {
    ...row,
    input: { centerId: row.input.centerId },
    strangers: {
      ...(patient && { 'a patient': patient }),
      ...(center && { 'another centre': center }),
      ...(await staff(platform)),
    },
  }
}

/** Before the appointment, which lets the professional read the patient's other records, is completed. */
async function ofAskingProfessional(platform: TestPlatform): Promise<ForeignRow> {
  const row = await ofProfessional(platform, {})
  await platform.db
    .updateTable('appointments')
    .set({ status: 'confirmed', completed_at: null })
    .where('id', '=', String(row.input.appointmentId))
    .execute()
  return row
}

async function ofReader(platform: TestPlatform): Promise<ForeignRow> {
  const { patientId, centerId, colleague, colleagueService } = await buildRecord(platform)
  await verifyEmail(platform, { userId: patientId })
  return {
    input: { professionalId: colleagueService.professionalId, readerId: colleague, dependantId: null, allowed: true },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersToPatient(platform, { centerId }),
  }
}

async function ofPatient(platform: TestPlatform): Promise<ForeignRow> {
  const { appointmentId, patientId, centerId } = await buildRecord(platform)
  return {
    input: { appointmentId },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersToPatient(platform, { centerId }),
  }
}

async function ofDependant(platform: TestPlatform): Promise<ForeignRow> {
  const { appointmentId, patientId, centerId } = await buildRecord(platform)
  const details = { fullName: 'Mateo Pérez', birthDate: '2015-03-05', relation: 'hijo' }
  const { id: dependantId } = await createDependant(platform, { userId: patientId, details })
  await platform.db
    .updateTable('appointments')
    .set({ dependant_id: dependantId })
    .where('id', '=', appointmentId)
    .execute()
  return {
    input: { format: 'json', dependantId },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersToPatient(platform, { centerId }),
  }
}
