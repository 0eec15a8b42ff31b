import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { cents, day, id, instant, version } from './values.ts'

/** Characters of each text, versions of one appointment's record, and drafts of one account. */
export const clinicalRecordLimits = { diagnosis: 500, notes: 10_000, versions: 50, drafts: 100 } as const
/** A draft that its author leaves alone is deleted after this time. */
export const draftDays = 30
/** A centre asks a patient at most once in this time to let a professional read what it recorded. */
export const consentRequestDays = 30

export const recordFormats = ['pdf', 'json'] as const
export type RecordFormat = (typeof recordFormats)[number]

/** How long the clinical record of a deleted account is kept, sealed, for the professionals who treated the patient. */
export const recordYearsAfterClosure = 7

export const clinicalRecordErrors = {
  'clinical_records.not_found': { status: 404, message: 'No encontramos esa historia clínica.' },
  'clinical_records.professional_only': {
    status: 403,
    message:
      'La historia clínica la escribe y la lee solo el profesional que atiende al paciente, con su propia cuenta.',
  },
  'clinical_records.not_completed': {
    status: 409,
    message: 'El diagnóstico y las notas se escriben cuando la cita está completada.',
  },
  'clinical_records.person_gone': {
    status: 409,
    message: 'Los datos de este paciente se eliminaron, así que no se agregan notas sobre sus citas.',
  },
  'clinical_records.no_account': {
    status: 409,
    message: 'Este paciente no tiene una cuenta, así que no puede dar su permiso.',
  },
  'clinical_records.has_newer_version': {
    status: 409,
    message: 'Se agregó una versión mientras escribías. Léela antes de guardar la tuya.',
  },
  'clinical_records.too_many_versions': {
    status: 409,
    message: `La historia de una cita puede tener hasta ${clinicalRecordLimits.versions} versiones.`,
  },
  'clinical_records.too_long': {
    status: 409,
    message: 'Esa historia clínica es demasiado larga para un PDF. Descárgala en formato JSON.',
  },
  'clinical_records.too_many_drafts': {
    status: 409,
    message: `Puedes tener hasta ${clinicalRecordLimits.drafts} borradores. Guarda o descarta alguno para empezar otro.`,
  },
  'clinical_records.not_expected': {
    status: 409,
    message: 'La cita no sigue en pie, así que no se puede empezar una nota.',
  },
  'clinical_records.reader_not_found': {
    status: 404,
    message: 'Esa cuenta ya no atiende como ese profesional. Mira de nuevo quién puede leerla.',
  },
  'clinical_records.email_unverified': {
    status: 409,
    message: 'Primero confirma tu correo con el enlace que te enviamos. Después podrás dar permiso.',
  },
  'clinical_records.consent_not_needed': {
    status: 409,
    message: 'No hace falta pedir permiso: la cita cambió, o ya puedes leer la historia clínica.',
  },
  'clinical_records.consent_requested': {
    status: 409,
    message: `El centro ya le pidió permiso a este paciente. Puede haber un pedido a la vez, y uno cada ${consentRequestDays} días.`,
  },
  'clinical_records.blocked_by_patient': {
    status: 409,
    message: 'Este paciente bloqueó al centro, así que el centro no puede pedirle permiso.',
  },
  'clinical_records.closed_by_staff': {
    status: 409,
    message:
      'Nuestro equipo suspendió a este centro o no lo tiene aprobado: por ahora el centro no puede pedirles permiso a sus pacientes.',
  },
  'clinical_records.consent_refused': {
    status: 409,
    message: `El paciente no dio su permiso. Puedes volver a pedirlo a los ${consentRequestDays} días.`,
  },
} as const satisfies ErrorMap

/** `on`: the day on which the person had these data, for a version from before they were recorded with each; otherwise null. */
const writtenAs = z.object({ fullName: z.string(), birthDate: day.nullable(), on: day.nullable() })

/** A version is never changed: a correction is a later version. */
export const recordVersion = z.object({
  version: z.number().int(),
  diagnosis: z.string(),
  notes: z.string(),
  authorName: z.string(),
  writtenAt: instant,
  /** About whom it was written, where these data differ from the present ones; null also for a version that recorded none. */
  writtenAs: writtenAs.nullable(),
})
export type RecordVersion = z.output<typeof recordVersion>

const recordedAppointment = z.object({
  appointmentId: id,
  startsAt: instant,
  serviceName: z.string(),
  professionalName: z.string(),
  centerName: z.string(),
})

/** A text that only its author reads, and changes as they like. Each save carries the version that it replaces. */
const privateNote = z.object({ version, notes: z.string(), savedAt: instant })

export const recordDraft = privateNote.extend({
  diagnosis: z.string(),
  /** When it is deleted, unless its author continues it. */
  keptUntil: instant,
})
export type RecordDraft = z.output<typeof recordDraft>

/** The caller's own notes about the appointment. They are not part of the record, and the patient never reads them. */
export const workingNote = privateNote
export type WorkingNote = z.output<typeof workingNote>

/** An appointment in the timeline of a person. */
export const timelineEntry = recordedAppointment.extend({
  /** The oldest first. */
  versions: z.array(recordVersion),
  /** Null without one, and for an appointment of another professional. */
  workingNote: workingNote.nullable(),
  can: z.object({ keepWorkingNote: z.boolean() }),
})
export type TimelineEntry = z.output<typeof timelineEntry>

/** The appointment from which a professional opens the timeline. */
export const recordForProfessional = timelineEntry.extend({
  patientName: z.string(),
  /** The caller's unsaved addition to this appointment's record. */
  draft: recordDraft.nullable(),
  /** Why nothing can be added to this appointment's record now; null when the caller may add. */
  notWritable: z.enum(['not_own', 'person_gone', 'not_completed']).nullable(),
  /** When the caller asked the patient for consent to read more, while the patient has not decided. */
  consentRequestedAt: instant.nullable(),
  can: timelineEntry.shape.can.extend({ write: z.boolean(), draft: z.boolean(), askConsent: z.boolean() }),
})
export type RecordForProfessional = z.output<typeof recordForProfessional>

/** An unsaved note, so that its author finds it again. */
export const listedDraft = recordedAppointment.extend({
  patientName: z.string(),
  savedAt: instant,
  keptUntil: instant,
})
export type ListedDraft = z.output<typeof listedDraft>

const shownAppointment = recordedAppointment.omit({ centerName: true })

/** What a professional looks at beside the timeline, of the appointments that they see in the agenda. */
export const besideTimeline = z.object({
  next: shownAppointment.nullable(),
  dueCents: cents,
  /** The appointments for which something is left to pay, the oldest first. */
  due: z.array(shownAppointment.extend({ dueCents: cents })),
})

export const ownRecord = recordedAppointment.extend({
  worksAlone: z.boolean(),
  /** The oldest first. */
  versions: z.array(recordVersion),
})

export const recordHolder = z.object({
  /** Null for the account's owner. */
  dependantId: id.nullable(),
  name: z.string(),
  /** Recorded appointments. */
  appointments: z.number().int(),
})
export type RecordHolder = z.output<typeof recordHolder>

export const recordAccess = z.object({
  id,
  /** Null for the patient's own account. */
  professionalName: z.string().nullable(),
  centerName: z.string().nullable(),
  worksAlone: z.boolean(),
  action: z.enum(['read', 'write', 'export']),
  /** What was read, written or exported. The patient learns that there are working notes, not what they say. */
  subject: z.enum(['record', 'working_note']),
  reason: z.enum(['own', 'own_copy', 'treatment', 'continuity', 'consent']),
  accessedAt: instant,
})
export type RecordAccess = z.output<typeof recordAccess>

/** An account that acts as a professional, and whether it reads what others recorded about the patient or a dependant at the centre. */
export const recordReader = z.object({
  professionalId: id,
  professionalName: z.string(),
  /** The account: the owner of the centre may link another one to the professional, which needs a consent of its own. */
  readerId: id,
  readerName: z.string(),
  /** Since when the account works at the centre; null when it no longer does. */
  worksSince: instant.nullable(),
  centerName: z.string(),
  worksAlone: z.boolean(),
  /** Null for the account's owner. */
  dependantId: id.nullable(),
  personName: z.string(),
  /**
   * `treating`: reads it because the patient chose them for an appointment that took place. `paused`: consent was given, but the
   * professional no longer works at the centre, so nothing is read. `none`: reads at most the records of their own appointments.
   */
  status: z.enum(['treating', 'given', 'paused', 'requested', 'none']),
  /** When the consent was given or asked for. */
  since: instant.nullable(),
  can: z.object({
    /** Whether the patient may give a consent. Without it the account reads at most the records of its own appointments. */
    allow: z.boolean(),
  }),
})
export type RecordReader = z.output<typeof recordReader>
