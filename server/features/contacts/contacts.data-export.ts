import { dataExportPart } from '#server/platform/data-export.ts'
import { listAllExports, listAllOfOwner } from './contacts.repository.ts'

export const centerPatients = dataExportPart({
  name: 'centerPatients',
  title: 'Pacientes de tu centro',
  layout: 'lines',
  fields: {
    name: { label: 'Nombre' },
    phone: { label: 'Teléfono' },
    email: { label: 'Correo electrónico' },
    kind: { label: 'Tipo', as: { patient: 'Con cuenta', guest: 'Sin cuenta' } },
    note: { label: 'Nota de recepción' },
    visits: { label: 'Visitas' },
    lastVisit: { label: 'Última visita', as: 'instant' },
    id: { label: 'Identificador' },
  },
  read: (db, { userId }) => listAllOfOwner(db, { centerId: userId }),
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
