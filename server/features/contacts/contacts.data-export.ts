import { dataExportPart } from '#server/platform/data-export.ts'
import { listAllExports, listAllOfOwner } from './contacts.repository.ts'

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
    note: { label: 'Nota de recepción' },
    visits: { label: 'Visitas' },
    lastVisit: { label: 'Última visita', as: 'instant' },
    id: { label: 'Identificador' },
  },
  read: async (db, { userId }) =>
    (await listAllOfOwner(db, { centerId: userId })).map(({ dependant, ...person }) => ({
      ...person,
      guardianName: dependant?.guardianName ?? null,
      relation: dependant?.relation ?? null,
      birthDate: dependant?.birthDate ?? null,
    })),
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
