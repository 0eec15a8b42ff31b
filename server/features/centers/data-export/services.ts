import { dataExportPart } from '#server/platform/data-export.ts'
import * as repository from '../repository/services.ts'

/** The services of the user's centre, including inactive ones. */
export const services = dataExportPart({
  name: 'services',
  title: 'Servicios',
  layout: 'tables',
  fields: {
    name: { label: 'Nombre' },
    serviceType: { label: 'Tipo de servicio' },
    professionalName: { label: 'Profesional' },
    price: { label: 'Precio', as: 'money' },
    durationMinutes: { label: 'Minutos' },
    isActive: { label: 'Se ofrece', as: 'yesNo' },
    createdAt: { label: 'Desde', as: 'instant' },
    id: { label: 'Identificador' },
  },
  async read(db, { userId }) {
    const rows = await repository.listAllOfCenter(db, { centerId: userId })
    return rows.map(({ priceCents, currency, ...row }) => ({ ...row, price: { cents: priceCents, currency } }))
  },
})
