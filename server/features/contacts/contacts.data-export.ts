import { dataExportPart } from '#server/platform/data-export.ts'
import { listAllExports } from './repository/exports.ts'
import { listFactsOfPatient } from './repository/facts.ts'
import { listImports } from './repository/imports.ts'
import { listAllOfOwner } from './repository/people.ts'

export const centerPatients = dataExportPart({
  name: 'centerPatients',
  title: 'Pacientes de tu centro',
  layout: 'lines',
  fields: {
    name: { label: 'Nombre' },
    guardianName: { label: 'A cargo de' },
    relation: { label: 'Relación' },
    birthDate: { label: 'Nacimiento' },
    phone: { label: 'Teléfono' },
    email: { label: 'Correo electrónico' },
    kind: { label: 'Tipo', as: { patient: 'Con cuenta', dependant: 'Persona a cargo', guest: 'Sin cuenta' } },
    cedula: { label: 'Cédula' },
    cover: { label: 'Mutualista o seguro' },
    tags: { label: 'Etiquetas' },
    note: { label: 'Nota de recepción' },
    visits: { label: 'Visitas' },
    noShows: { label: 'Inasistencias' },
    lastVisit: { label: 'Última visita', as: 'instant' },
    id: { label: 'Identificador' },
  },
  read: async (db, { userId }) =>
    (await listAllOfOwner(db, { centerId: userId })).map(({ dependant, ...person }) => ({
      ...person,
      guardianName: dependant?.guardianName ?? null,
      relation: dependant?.relation ?? null,
    })),
})

/** What centres keep of the user and of their dependants. */
export const contactFacts = dataExportPart({
  name: 'contactFacts',
  title: 'Lo que los centros anotaron de ti y de quienes tienes a cargo',
  layout: 'lines',
  fields: {
    centerName: { label: 'Centro' },
    attendeeName: { label: 'Persona a cargo' },
    cedula: { label: 'Cédula' },
    birthDate: { label: 'Nacimiento' },
    cover: { label: 'Mutualista o seguro' },
    tags: { label: 'Etiquetas' },
    note: { label: 'Nota de recepción' },
    updatedAt: { label: 'Último cambio', as: 'instant' },
  },
  read: (db, { userId }) => listFactsOfPatient(db, { patientId: userId }),
})

export const patientExports = dataExportPart({
  name: 'patientExports',
  title: 'Descargas de la lista de pacientes',
  layout: 'lines',
  fields: {
    exportedAt: { label: 'Fecha', as: 'instant' },
    people: { label: 'Personas' },
  },
  read: (db, { userId }) => listAllExports(db, { centerId: userId }),
})

const mostImports = 10_000

export const patientImports = dataExportPart({
  name: 'patientImports',
  title: 'Importaciones de pacientes y de citas',
  layout: 'lines',
  fields: {
    startedAt: { label: 'Fecha', as: 'instant' },
    kind: { label: 'Qué', as: { patients: 'Pacientes', appointments: 'Citas' } },
    tells: { label: 'Con aviso a los pacientes', as: 'yesNo' },
    fileName: { label: 'Archivo' },
    importedBy: { label: 'Quién' },
    added: { label: 'Agregados' },
    known: { label: 'Ya estaban' },
    refused: { label: 'Rechazados' },
    removed: { label: 'Quitados al deshacer' },
    undoneAt: { label: 'Deshecha', as: 'instant' },
  },
  read: async (db, { userId }) =>
    (await listImports(db, { centerId: userId, limit: mostImports })).map(
      ({ id: _id, planned: _planned, ...row }) => row,
    ),
})
