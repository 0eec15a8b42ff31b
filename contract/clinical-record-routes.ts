import { z } from 'zod'
import { appointmentErrors } from './appointments.ts'
import { memberErrors } from './centers.ts'
import {
  besideTimeline,
  clinicalRecordErrors,
  clinicalRecordLimits,
  draftDays,
  listedDraft,
  ownRecord,
  recordAccess,
  recordDraft,
  recordFormats,
  recordForProfessional,
  recordHolder,
  recordReader,
  timelineEntry,
  workingNote,
} from './clinical-records.ts'
import { pickErrors } from './errors.ts'
import { route } from './route.ts'
import { cursorInput, id, pageOf, typedText, version } from './values.ts'

const diagnosis = typedText({ max: clinicalRecordLimits.diagnosis })
const notes = typedText({ max: clinicalRecordLimits.notes })
const missingContent = 'Escribe el diagnóstico o las notas'

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
    'clinical_records.person_gone',
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
    .errors({ ...readErrors, ...pickErrors(clinicalRecordErrors, 'clinical_records.person_gone') }),
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
        'clinical_records.person_gone',
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
