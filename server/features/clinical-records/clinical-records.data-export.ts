import type { RecordAccess } from '#contract/clinical-records.ts'
import { writtenAsText } from '#contract/person-words.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import { listAllAccesses } from './repository/accesses.ts'
import { type ConsentDecision, listDecisions } from './repository/consents.ts'
import { listToExport } from './repository/own-records.ts'
import { listToExport as listNotesToExport } from './repository/private-notes.ts'
import { listVersions } from './repository/records.ts'
import { type NoteKind, openNote } from './rules/sealing.ts'
import { maxExportedNotes } from './usecases/log-own-copy.ts'
import { openVersionAbout, personOf } from './usecases/persons-of-records.ts'

const appointmentsPerAccount = 100_000

export const clinicalRecords = dataExportPart({
  name: 'clinicalRecords',
  title: 'Historia clínica',
  layout: 'tables',
  fields: {
    writtenAt: { label: 'Escrita', as: 'instant' },
    version: { label: 'Versión' },
    authorName: { label: 'La escribió' },
    centerName: { label: 'Centro' },
    attendeeName: { label: 'De' },
    writtenAs: { label: 'Con qué datos se escribió' },
    serviceName: { label: 'Servicio' },
    startsAt: { label: 'Fecha de la consulta', as: 'instant' },
    diagnosis: { label: 'Diagnóstico' },
    notes: { label: 'Notas' },
    appointmentId: { label: 'Cita' },
    id: { label: 'Identificador' },
  },
  async read(db, { userId, recordKeys }) {
    const everyone = { patientId: userId, dependantId: undefined, after: undefined }
    const appointments = await listToExport(db, { ...everyone, limit: appointmentsPerAccount })
    const appointmentsById = new Map(appointments.map((row) => [row.appointmentId, row]))
    const rows = await listVersions(db, { appointmentIds: [...appointmentsById.keys()] })
    return rows.map((row) => {
      const {
        centerName = '',
        attendeeName = null,
        attendeeBirthDate = null,
        serviceName = '',
        startsAt,
      } = appointmentsById.get(row.appointmentId) ?? {}
      const person = personOf({ attendeeName, attendeeBirthDate })
      const { diagnosis, notes, ...read } = openVersionAbout(recordKeys, { row, person })
      const writtenAs = read.writtenAs && writtenAsText(read.writtenAs)
      const { id, appointmentId, version, authorName, writtenAt } = row
      const about = { centerName, attendeeName, writtenAs, serviceName, startsAt: startsAt ?? null }
      return { writtenAt, version, authorName, ...about, diagnosis, notes, appointmentId, id }
    })
  },
})

export const privateNotes = dataExportPart({
  name: 'privateNotes',
  title: 'Tus borradores y notas de trabajo',
  layout: 'tables',
  fields: {
    savedAt: { label: 'Guardada', as: 'instant' },
    startedAt: { label: 'Empezada', as: 'instant' },
    kind: {
      label: 'Qué es',
      as: { draft: 'Un borrador', working_note: 'Una nota de trabajo' } satisfies Record<NoteKind, string>,
    },
    centerName: { label: 'Centro' },
    patientName: { label: 'Sobre' },
    serviceName: { label: 'Servicio' },
    startsAt: { label: 'Fecha de la consulta', as: 'instant' },
    diagnosis: { label: 'Diagnóstico' },
    notes: { label: 'Notas' },
    appointmentId: { label: 'Cita' },
    id: { label: 'Identificador' },
  },
  async read(db, { userId, recordKeys }) {
    const rows = await listNotesToExport(db, { authorId: userId, limit: maxExportedNotes })
    return rows.map((row) => {
      const { diagnosis, notes } = openNote(recordKeys, row)
      const { savedAt, startedAt, kind, centerName, patientName, serviceName, startsAt, appointmentId, id } = row
      const about = { centerName, patientName, serviceName, startsAt }
      return { savedAt, startedAt, kind, ...about, diagnosis, notes, appointmentId, id }
    })
  },
})

const accessesInExport = 10_000

/** The newest accesses only: a record that is read every day for years has more than a page can show. */
export const clinicalRecordAccesses = dataExportPart({
  name: 'clinicalRecordAccesses',
  title: 'Quién leyó y escribió tu historia clínica',
  layout: 'lines',
  fields: {
    accessedAt: { label: 'Fecha', as: 'instant' },
    professionalName: { label: 'Profesional' },
    centerName: { label: 'Centro' },
    action: {
      label: 'Qué hizo',
      as: { read: 'Leyó', write: 'Escribió', export: 'Descargó' } satisfies Record<RecordAccess['action'], string>,
    },
    subject: {
      label: 'De qué',
      as: {
        record: 'La historia clínica',
        working_note: 'Las notas de trabajo del profesional',
      } satisfies Record<RecordAccess['subject'], string>,
    },
    reason: {
      label: 'Por qué',
      as: {
        own: 'Tu propia cuenta',
        own_copy: 'Tu copia de datos o tu descarga',
        treatment: 'Atendió esa consulta',
        continuity: 'También te atiende en ese centro',
        consent: 'Le diste permiso',
      } satisfies Record<RecordAccess['reason'], string>,
    },
    appointmentId: { label: 'Cita' },
    id: { label: 'Identificador' },
  },
  read: (db, { userId }) => listAllAccesses(db, { patientId: userId, limit: accessesInExport }),
})

export const clinicalRecordConsents = dataExportPart({
  name: 'clinicalRecordConsents',
  title: 'Permisos para leer tu historia clínica',
  layout: 'lines',
  fields: {
    decidedAt: { label: 'Fecha', as: 'instant' },
    decision: {
      label: 'Qué pasó',
      as: {
        requested: 'Te lo pidió',
        given: 'Lo diste',
        declined: 'No lo diste',
        withdrawn: 'Lo retiraste',
      } satisfies Record<ConsentDecision, string>,
    },
    professionalName: { label: 'Profesional' },
    readerName: { label: 'Su cuenta' },
    centerName: { label: 'Centro' },
    personName: { label: 'Historia clínica de' },
    id: { label: 'Identificador' },
  },
  read: (db, { userId }) => listDecisions(db, { patientId: userId }),
})
