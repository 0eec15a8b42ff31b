import type { RecordForProfessional } from '#contract/clinical-records.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { fail } from '../clinical-records.errors.ts'
import {
  isOwnAppointment,
  mayWrite,
  reasonOf,
  type Treating,
  treatingProfessional,
} from '../clinical-records.policy.ts'
import { insertAccesses } from '../repository/accesses.ts'
import { findIdentity } from '../repository/identities.ts'
import * as records from '../repository/records.ts'
import { openIdentity, openVersion, type RecordContent } from '../rules/sealing.ts'

export type RecordRequest = { userId: string; centerId: string; appointmentId: string }
export type ReadVersion = records.StoredVersion & RecordContent

export type ReadRecord = {
  appointment: records.AppointmentFacts
  patientName: string
  versions: ReadVersion[]
  others: Awaited<ReturnType<typeof records.listOthers>>
  can: RecordForProfessional['can']
}

/** More than a professional reads in a day, and few enough to stop a script that copies the records of a centre. */
const readsPerHour = 600
const maxOthers = 100

/**
 * The record of an appointment for a professional who treats its patient. The read is logged in the same transaction.
 * @throws centers.not_found, appointments.not_found, clinical_records.professional_only
 */
export async function readRecord(platform: Platform, input: RecordRequest): Promise<ReadRecord> {
  const limit = { name: 'clinical_records.read', limit: readsPerHour, windowSeconds: 3600 }
  await countAttempt(platform, { ...limit, key: input.userId })
  return platform.db.transaction().execute(async (tx) => {
    const { treating, appointment } = await requireTreating(tx, input)
    return readRecordIn(tx, { platform, treating, appointment, isLogged: true })
  })
}

/** readRecord() inside an open transaction, for a caller whom requireTreating() accepted. */
export async function readRecordIn(
  tx: Tx,
  {
    platform,
    treating,
    appointment,
    isLogged,
  }: {
    platform: Platform
    treating: Treating
    appointment: records.AppointmentFacts
    /** False when the same transaction has logged that the caller wrote the record. */
    isLogged: boolean
  },
): Promise<ReadRecord> {
  const { recordKeys, clock } = platform
  const { appointmentId, attendeeId } = appointment
  const stored = await records.listVersions(tx, { appointmentIds: [appointmentId] })
  const isTreated = attendeeId !== null && (await records.hasTreated(tx, { ...treating, attendeeId }))
  const others =
    isTreated && attendeeId !== null
      ? await records.listOthers(tx, { ...appointment, attendeeId, limit: maxOthers })
      : []
  if (isLogged && stored.length > 0) {
    const { userId, professionalId } = treating
    const reason = reasonOf(treating, appointment)
    const access = { userId, professionalId, action: 'read', reason, now: clock.now() } as const
    await insertAccesses(tx, { ...access, appointmentIds: [appointmentId] })
  }
  const identity = attendeeId === null ? undefined : await findIdentity(tx, { attendeeId })
  return {
    appointment,
    patientName: identity ? openIdentity(recordKeys, identity).fullName : (appointment.attendeeName ?? ''),
    versions: stored.map((row) => ({ ...row, ...openVersion(recordKeys, row) })),
    others,
    can: { write: mayWrite(treating, appointment) },
  }
}

/**
 * The caller as a professional who may read the appointment's record, because the appointment is theirs or they have treated
 * the same patient at this centre. Other professionals of the centre get appointments.not_found.
 * @throws centers.not_found, appointments.not_found, clinical_records.professional_only
 */
export async function requireTreating(
  tx: Tx,
  input: RecordRequest,
): Promise<{ treating: Treating; appointment: records.AppointmentFacts }> {
  const member = await requireMember(tx, input)
  const { professionalId } = member
  if (professionalId === null) throw fail('clinical_records.professional_only')
  const treating = treatingProfessional(member, await records.findProfessionalFacts(tx, { ...input, professionalId }))
  if (!treating) throw fail('clinical_records.professional_only')
  const appointment = await records.findOfCenter(tx, input)
  if (!appointment) throw fail('appointments.not_found')
  const { attendeeId } = appointment
  const isTreating =
    isOwnAppointment(treating, appointment) ||
    (attendeeId !== null && (await records.hasTreated(tx, { ...treating, attendeeId })))
  if (!isTreating) throw fail('appointments.not_found')
  return { treating, appointment }
}
