import type { RecordForProfessional, RecordVersion, TimelineEntry } from '#contract/clinical-records.ts'
import type { Person } from '#contract/person-words.ts'
import { reachesPatients } from '#server/features/centers/repository/closed.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import type { Position } from '#server/platform/cursor.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { fail } from '../clinical-records.errors.ts'
import {
  type Grounds,
  isOwnAppointment,
  mayAskConsent,
  mayDraft,
  mayKeepWorkingNote,
  type Treating,
  treatingProfessional,
  whyNotWritable,
} from '../clinical-records.policy.ts'
import { insertAccesses } from '../repository/accesses.ts'
import { findDecision } from '../repository/consents.ts'
import { listNotes } from '../repository/private-notes.ts'
import * as records from '../repository/records.ts'
import type { NoteKind, RecordContent } from '../rules/sealing.ts'
import { findPerson, openVersionAbout } from './persons-of-records.ts'
import { presentNote, type ReadNote } from './present-note.ts'
import { tellFirstReading } from './tell-patient.ts'

export type RecordRequest = { userId: string; centerId: string; appointmentId: string }
export type ReadVersion = records.StoredVersion & RecordContent & Pick<RecordVersion, 'writtenAs'>

export type ReadEntry = {
  appointment: records.AppointmentFacts
  versions: ReadVersion[]
  /** The caller's own. */
  workingNote: ReadNote | null
  can: TimelineEntry['can']
}

export type ReadRecord = ReadEntry & {
  patientName: string
  draft: ReadNote | null
  notWritable: RecordForProfessional['notWritable']
  /** When the caller asked the patient for consent, while the patient has not decided. */
  consentRequestedAt: Date | null
  can: RecordForProfessional['can']
}

/**
 * This is more than a professional reads in a day, and few enough to stop a script that copies the records of a centre.
 */
const readsPerHour = 600
const readLimit = { name: 'clinical_records.read', limit: readsPerHour, windowSeconds: 3600 }

/**
 * The record of an appointment for a professional who treats its patient. The read is logged in the same transaction.
 * @throws centers.not_found, appointments.not_found, clinical_records.professional_only
 */
export async function readRecord(platform: Platform, input: RecordRequest): Promise<ReadRecord> {
  await countAttempt(platform, { ...readLimit, key: input.userId })
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
  const { recordKeys } = platform
  const { attendeeId } = appointment
  const { userId, professionalId } = treating
  const person = await findPerson(tx, { recordKeys, appointment })
  const [entry] = await readEntries(tx, { platform, treating, grounds, person, appointments: [appointment], isLogged })
  if (!entry) throw fail('appointments.not_found')
  const latest =
    attendeeId === null ? undefined : await findDecision(tx, { attendeeId, professionalId, readerId: userId })
  const notWritable = whyNotWritable(treating, appointment)
  return {
    ...entry,
    patientName: person.fullName,
    notWritable,
    consentRequestedAt: latest?.decision === 'requested' ? latest.decidedAt : null,
    can: {
      ...entry.can,
      write: notWritable === null,
      draft: mayDraft(treating, appointment),
      askConsent:
        mayAskConsent(treating, appointment, grounds) &&
        (await reachesPatients(tx, { centerId: appointment.centerId, now: platform.clock.now() })),
    },
  }
}

/**
 * A page of the other appointments of the same person at the centre that the caller reads, the newest first: those with a record,
 * and those about which the caller keeps working notes. It has one more than `limit` when another page follows, which is neither
 * opened nor logged.
 * @throws centers.not_found, appointments.not_found, clinical_records.professional_only
 */
export async function readTimeline(
  platform: Platform,
  { after, limit, ...input }: RecordRequest & { after: Position | undefined; limit: number },
): Promise<{ entries: ReadEntry[]; next: Position | undefined }> {
  await countAttempt(platform, { ...readLimit, key: input.userId })
  return platform.db.transaction().execute(async (tx) => {
    const { treating, appointment, grounds } = await requireTreating(tx, input)
    const { attendeeId } = appointment
    if (attendeeId === null) return { entries: [], next: undefined }
    const { professionalId, actsFrom } = treating
    const own = { authorId: input.userId, professionalId, since: actsFrom }
    const readsAll = grounds !== null
    const rows = await records.listOthers(tx, { ...appointment, attendeeId, own, readsAll, after, limit: limit + 1 })
    const appointments = rows.slice(0, limit)
    const last = appointments.at(-1)
    const person = await findPerson(tx, { recordKeys: platform.recordKeys, appointment })
    const entries = await readEntries(tx, { platform, treating, grounds, person, appointments, isLogged: true })
    return { entries, next: rows.length > limit && last ? { at: last.startsAt, id: last.appointmentId } : undefined }
  })
}

/** Opens the records of these appointments and the caller's notes about them, and logs what there is. */
async function readEntries(
  tx: Tx,
  {
    platform,
    treating,
    grounds,
    person,
    appointments,
    isLogged,
  }: Omit<Entitled, 'appointment'> & {
    platform: Platform
    /** Who attended all of them, by their present name. */
    person: Person
    appointments: readonly records.AppointmentFacts[]
    isLogged: boolean
  },
): Promise<(ReadEntry & { draft: ReadNote | null })[]> {
  const { recordKeys, clock } = platform
  const { userId, professionalId } = treating
  const stored = await records.listVersions(tx, { appointmentIds: appointments.map((each) => each.appointmentId) })
  const ownIds = appointments.filter((each) => isOwnAppointment(treating, each)).map((each) => each.appointmentId)
  const notes = await listNotes(tx, { authorId: userId, appointmentIds: ownIds })
  const recorded = new Set(stored.map(({ appointmentId }) => appointmentId))
  const access = { userId, professionalId, action: 'read', now: clock.now() } as const
  if (isLogged) {
    const foreign = appointments.filter(
      (each) => recorded.has(each.appointmentId) && !ownIds.includes(each.appointmentId),
    )
    const [first] = foreign
    if (first) {
      if (grounds === null) throw fail('appointments.not_found')
      // Before the access is logged, because the log shows whether the account has read before.
      await tellFirstReading(tx, { platform, treating, appointment: first, reason: grounds })
      await insertAccesses(tx, {
        ...access,
        reason: grounds,
        appointmentIds: foreign.map((each) => each.appointmentId),
      })
    }
    const own = ownIds.filter((id) => recorded.has(id))
    await insertAccesses(tx, { ...access, reason: 'treatment', appointmentIds: own })
  }
  const noted = notes.filter(({ kind }) => kind === 'working_note').map(({ appointmentId }) => appointmentId)
  await insertAccesses(tx, { ...access, reason: 'treatment', subject: 'working_note', appointmentIds: noted })
  return appointments.map((appointment) => {
    const noteOf = (kind: NoteKind) => {
      const note = notes.find((each) => each.kind === kind && each.appointmentId === appointment.appointmentId)
      return note ? presentNote(recordKeys, note) : null
    }
    return {
      appointment,
      versions: stored
        .filter(({ appointmentId }) => appointmentId === appointment.appointmentId)
        .map((row) => openVersionAbout(recordKeys, { row, person })),
      workingNote: noteOf('working_note'),
      draft: noteOf('draft'),
      can: { keepWorkingNote: mayKeepWorkingNote(treating, appointment) },
    }
  })
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
