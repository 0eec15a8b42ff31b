import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { appointmentErrors } from './appointments.ts'
import { memberErrors } from './centers.ts'
import { pickErrors } from './errors.ts'
import { route } from './route.ts'
import { cents, cursorInput, id, instant, pageOf, typedText, version } from './values.ts'

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
  'clinical_records.no_account': {
    status: 409,
    message: 'Este paciente no tiene una cuenta en Senda, así que no podría leer su historia clínica.',
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
    message: 'Senda suspendió a este centro: por ahora no puede pedirles permiso a sus pacientes.',
  },
  'clinical_records.consent_refused': {
    status: 409,
    message: `El paciente no dio su permiso. Puedes volver a pedirlo a los ${consentRequestDays} días.`,
  },
} as const satisfies ErrorMap

const diagnosis = typedText({ max: clinicalRecordLimits.diagnosis })
const notes = typedText({ max: clinicalRecordLimits.notes })
const missingContent = 'Escribe el diagnóstico o las notas'

/** A version is never changed: a correction is a later version. */
export const recordVersion = z.object({
  version: z.number().int(),
  diagnosis: z.string(),
  notes: z.string(),
  authorName: z.string(),
  writtenAt: instant,
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
  notWritable: z.enum(['not_own', 'no_account', 'not_completed']).nullable(),
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

const tags = ['Historia clínica']
const atCenter = { centerId: id, appointmentId: id }
const centerPath = '/centers/{centerId}/appointments/{appointmentId}/clinical-record'
const readErrors = {
  ...memberErrors,
  ...pickErrors(appointmentErrors, 'appointments.not_found'),
  ...pickErrors(clinicalRecordErrors, 'clinical_records.professional_only'),
}

const draftErrors = {
  ...readErrors,
  ...pickErrors(
    clinicalRecordErrors,
    'clinical_records.no_account',
    'clinical_records.not_expected',
    'clinical_records.too_many_drafts',
  ),
}

export const clinicalRecords = {
  get: route({
    method: 'GET',
    path: centerPath,
    access: 'signedIn',
    summary: 'La historia clínica de una cita, para el profesional que atiende al paciente',
    description: 'Cada lectura queda registrada, y el paciente la ve.',
    tags,
  })
    .input(z.object(atCenter))
    .output(recordForProfessional)
    .errors(readErrors),
  timeline: route({
    method: 'GET',
    path: `${centerPath}/timeline`,
    access: 'signedIn',
    summary:
      'Las otras citas de la misma persona en el centro que el profesional puede leer, de la más nueva a la más antigua',
    description: 'Con sus notas y las notas de trabajo propias. Cada lectura queda registrada, y el paciente la ve.',
    tags,
  })
    .input(z.object({ ...atCenter, ...cursorInput }))
    .output(pageOf(timelineEntry))
    .errors(readErrors),
  beside: route({
    method: 'GET',
    path: `${centerPath}/beside`,
    access: 'signedIn',
    summary: 'La próxima cita de la persona y lo que debe, para el profesional que la atiende',
    tags,
  })
    .input(z.object(atCenter))
    .output(besideTimeline)
    .errors(readErrors),
  drafts: route({
    method: 'GET',
    path: '/centers/{centerId}/clinical-drafts',
    access: 'signedIn',
    summary: 'Los borradores propios en un centro, sin su contenido',
    tags,
  })
    .input(z.object({ centerId: id }))
    .output(z.object({ items: z.array(listedDraft) }))
    .errors(memberErrors),
  saveDraft: route({
    method: 'PUT',
    path: `${centerPath}/draft`,
    access: 'signedIn',
    changes: ['clinicalRecords.drafts'],
    summary: 'Guarda el borrador de una nota, que lee solo su autor; sin texto, lo descarta',
    description: `\`version\` es la del borrador que se leyó, o null si no había. Se borra al guardar la nota, o a los ${draftDays} días sin cambios.`,
    tags,
  })
    .input(z.object({ ...atCenter, diagnosis, notes, version: version.nullable() }))
    .output(z.object({ draft: recordDraft.nullable() }))
    .errors(draftErrors),
  saveWorkingNote: route({
    method: 'PUT',
    path: `${centerPath}/working-note`,
    access: 'signedIn',
    // The screen shows the response.
    changes: [],
    summary: 'Guarda las notas de trabajo de una cita, que lee solo su autor; sin texto, las borra',
    description:
      'No son parte de la historia clínica y el paciente no las lee. `version` es la de las notas que se leyeron, o null si no había.',
    tags,
  })
    .input(z.object({ ...atCenter, notes, version: version.nullable() }))
    .output(z.object({ workingNote: workingNote.nullable() }))
    .errors({ ...readErrors, ...pickErrors(clinicalRecordErrors, 'clinical_records.no_account') }),
  write: route({
    method: 'POST',
    path: centerPath,
    access: 'signedIn',
    returns: 'clinicalRecords.get',
    changes: ['clinicalRecords.drafts'],
    summary: 'Agrega una versión a la historia clínica de una cita completada',
    description:
      'Nada se cambia ni se borra. `after` es la última versión que se leyó (0 si no hay ninguna); repetir el mismo pedido no agrega otra. Borra el borrador, cuya versión lleva `draft`.',
    tags,
    successStatus: 201,
  })
    .input(
      z
        .object({
          ...atCenter,
          /** A diagnosis, notes or both: an empty text adds nothing to the earlier ones. */
          diagnosis,
          notes,
          after: z.number().int().min(0).max(clinicalRecordLimits.versions),
          /** The version of the draft that becomes the note; null without one. */
          draft: version.nullable().default(null),
        })
        .refine(({ diagnosis, notes }) => diagnosis !== '' || notes !== '', {
          path: ['diagnosis'],
          error: missingContent,
        }),
    )
    .output(recordForProfessional)
    .errors({
      ...readErrors,
      ...pickErrors(
        clinicalRecordErrors,
        'clinical_records.not_completed',
        'clinical_records.no_account',
        'clinical_records.has_newer_version',
        'clinical_records.too_many_versions',
      ),
    }),
  requestConsent: route({
    method: 'POST',
    path: `${centerPath}/consent-request`,
    access: 'signedIn',
    returns: 'clinicalRecords.get',
    summary: 'Pide permiso al paciente para leer lo que otros profesionales del centro escribieron',
    description: 'El paciente recibe un aviso y decide. Repetir el pedido no avisa otra vez.',
    tags,
  })
    .input(z.object(atCenter))
    .output(recordForProfessional)
    .errors({
      ...readErrors,
      ...pickErrors(
        clinicalRecordErrors,
        'clinical_records.no_account',
        'clinical_records.consent_not_needed',
        'clinical_records.consent_refused',
        'clinical_records.consent_requested',
        'clinical_records.blocked_by_patient',
        'clinical_records.closed_by_staff',
      ),
    }),
  readers: route({
    method: 'GET',
    path: '/me/clinical-record-readers',
    access: 'signedIn',
    summary:
      'Qué profesionales pueden leer la historia clínica propia y la de las personas a cargo, y quién pide permiso',
    tags,
  }).output(z.object({ items: z.array(recordReader) })),
  decideConsent: route({
    method: 'PUT',
    path: '/me/clinical-record-readers/{professionalId}/{readerId}',
    access: 'signedIn',
    changes: ['clinicalRecords.readers'],
    summary: 'Da, niega o retira el permiso de la cuenta de un profesional para leer la historia clínica en su centro',
    description:
      'Rige desde la siguiente lectura, y solo para esa cuenta: otra que se vincule después al profesional necesita otro permiso.',
    tags,
  })
    .input(z.object({ professionalId: id, readerId: id, dependantId: id.nullable(), allowed: z.boolean() }))
    .output(recordReader)
    .errors(pickErrors(clinicalRecordErrors, 'clinical_records.reader_not_found', 'clinical_records.email_unverified')),
  list: route({
    method: 'GET',
    path: '/me/clinical-records',
    access: 'signedIn',
    summary: 'Qué citas propias tienen historia clínica, y de quién es',
    tags,
  }).output(
    z.object({
      holders: z.array(recordHolder),
      /** The newest first, at most 1000. */
      appointmentIds: z.array(id),
    }),
  ),
  getOwn: route({
    method: 'GET',
    path: '/me/clinical-records/{appointmentId}',
    access: 'signedIn',
    summary: 'El diagnóstico y las notas de una cita propia, o de una persona a cargo',
    tags,
  })
    .input(z.object({ appointmentId: id }))
    .output(ownRecord)
    .errors(pickErrors(clinicalRecordErrors, 'clinical_records.not_found')),
  accesses: route({
    method: 'GET',
    path: '/me/clinical-records/{appointmentId}/accesses',
    access: 'signedIn',
    summary: 'Quién leyó o escribió la historia clínica de una cita propia, cuándo y por qué',
    tags,
  })
    .input(z.object({ appointmentId: id, ...cursorInput }))
    .output(pageOf(recordAccess))
    .errors(pickErrors(clinicalRecordErrors, 'clinical_records.not_found')),
  export: route({
    method: 'GET',
    path: '/me/clinical-records/export/{format}',
    access: 'signedIn',
    summary: 'La historia clínica propia, o de una persona a cargo, en PDF o JSON, con todas las versiones',
    tags,
  })
    .input(z.object({ format: z.enum(recordFormats), dependantId: id.optional() }))
    // The JSON is streamed.
    .output(z.file())
    .errors(pickErrors(clinicalRecordErrors, 'clinical_records.not_found', 'clinical_records.too_long')),
}
