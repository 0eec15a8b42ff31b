import type { RecordForProfessional } from '#contract/clinical-records.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { fail } from '../clinical-records.errors.ts'
import {
  type Grounds,
  isOwnAppointment,
  mayAskConsent,
  mayWrite,
  type Treating,
  treatingProfessional,
} from '../clinical-records.policy.ts'
import { insertAccesses } from '../repository/accesses.ts'
import { findDecision } from '../repository/consents.ts'
import { findIdentity } from '../repository/identities.ts'
import * as records from '../repository/records.ts'
import { openIdentity, openVersion, type RecordContent } from '../rules/sealing.ts'
import { tellFirstReading } from './tell-patient.ts'

export type RecordRequest = { userId: string; centerId: string; appointmentId: string }
export type ReadVersion = records.StoredVersion & RecordContent

export type ReadRecord = {
  appointment: records.AppointmentFacts
  patientName: string
  versions: ReadVersion[]
  others: Awaited<ReturnType<typeof records.listOthers>>
  /** When the caller asked the patient for consent, while the patient has not decided. */
  consentRequestedAt: Date | null
  can: RecordForProfessional['can']
}

/**
 * This is more than a professional reads in a day, and few enough to stop a script that copies the records of a centre.
 */
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
    return readRecordIn(tx, { platform, ...(await requireTreating(tx, input)), isLogged: true })
  })
}

/** readRecord() inside an open transaction, for a caller whom requireTreating() accepted. */
export async function readRecordIn(
  tx: Tx,
  {
    platform,
    treating,
    appointment,
    grounds,
    isLogged,
  }: Entitled & {
    platform: Platform
    /** False when the same transaction has logged that the caller wrote the record. */
    isLogged: boolean
  },
): Promise<ReadRecord> {
  const { recordKeys, clock } = platform
  const { appointmentId, attendeeId } = appointment
  const stored = await records.listVersions(tx, { appointmentIds: [appointmentId] })
  const { userId, professionalId, actsFrom } = treating
  const only = grounds === null ? { professionalId, since: actsFrom } : undefined
  const others =
    attendeeId === null ? [] : await records.listOthers(tx, { ...appointment, attendeeId, only, limit: maxOthers })
  if (isLogged && stored.length > 0) {
    const reason = isOwnAppointment(treating, appointment) ? 'treatment' : grounds
    if (reason === null) throw fail('appointments.not_found')
    // Before the access is logged, because the log shows whether the account has read before.
    if (reason !== 'treatment') await tellFirstReading(tx, { platform, treating, appointment, reason })
    const access = { userId, professionalId, action: 'read', reason, now: clock.now() } as const
    await insertAccesses(tx, { ...access, appointmentIds: [appointmentId] })
  }
  const latest =
    attendeeId === null ? undefined : await findDecision(tx, { attendeeId, professionalId, readerId: userId })
  const identity = attendeeId === null ? undefined : await findIdentity(tx, { attendeeId })
  return {
    appointment,
    patientName: identity ? openIdentity(recordKeys, identity).fullName : (appointment.attendeeName ?? ''),
    versions: stored.map((row) => ({ ...row, ...openVersion(recordKeys, row) })),
    others,
    consentRequestedAt: latest?.decision === 'requested' ? latest.decidedAt : null,
    can: { write: mayWrite(treating, appointment), askConsent: mayAskConsent(treating, appointment, grounds) },
  }
}

export type Entitled = {
  treating: Treating
  appointment: records.AppointmentFacts
  /** Why they read what other professionals wrote about the same person. */
  grounds: Grounds
}

/**
 * The caller as a professional who may read the appointment's record, because the appointment is theirs, or because
 * findGrounds() lets them read what the centre recorded about the same person. Other professionals of the centre get
 * appointments.not_found.
 * @throws centers.not_found, appointments.not_found, clinical_records.professional_only
 */
export async function requireTreating(tx: Tx, input: RecordRequest): Promise<Entitled> {
  const member = await requireMember(tx, input)
  const { professionalId } = member
  if (professionalId === null) throw fail('clinical_records.professional_only')
  const treating = treatingProfessional(member, await records.findProfessionalFacts(tx, { ...input, professionalId }))
  if (!treating) throw fail('clinical_records.professional_only')
  const appointment = await records.findOfCenter(tx, input)
  if (!appointment) throw fail('appointments.not_found')
  const { attendeeId } = appointment
  const reader = { userId: input.userId, professionalId }
  const grounds = attendeeId === null ? null : await records.findGrounds(tx, { ...reader, attendeeId })
  if (grounds === null && !isOwnAppointment(treating, appointment)) throw fail('appointments.not_found')
  return { treating, appointment, grounds }
}
