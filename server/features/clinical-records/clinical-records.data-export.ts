import type { RecordAccess } from '#contract/clinical-records.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import { listAllAccesses } from './repository/accesses.ts'
import { type ConsentDecision, listDecisions } from './repository/consents.ts'
import { listToExport } from './repository/own-records.ts'
import { listVersions } from './repository/records.ts'
import { openVersion } from './rules/sealing.ts'

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
      const { diagnosis, notes } = openVersion(recordKeys, row)
      const {
        centerName = '',
        attendeeName = null,
        serviceName = '',
        startsAt,
      } = appointmentsById.get(row.appointmentId) ?? {}
      const { id, appointmentId, version, authorName, writtenAt } = row
      const about = { centerName, attendeeName, serviceName, startsAt: startsAt ?? null }
      return { writtenAt, version, authorName, ...about, diagnosis, notes, appointmentId, id }
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
      as: { read: 'La leyó', write: 'Escribió', export: 'La descargó' } satisfies Record<
        RecordAccess['action'],
        string
      >,
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
