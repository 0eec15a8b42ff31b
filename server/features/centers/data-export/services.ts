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
    depositFor: {
      label: 'Seña que pides',
      as: { everyone: 'A todos los pacientes', newcomers: 'A pacientes nuevos o que faltaron' },
    },
    deposit: { label: 'Importe de la seña', as: 'money' },
    depositPercent: { label: 'Porcentaje de la seña' },
    vatPercent: { label: 'IVA (%)' },
    isActive: { label: 'Se ofrece', as: 'yesNo' },
    createdAt: { label: 'Desde', as: 'instant' },
    id: { label: 'Identificador' },
  },
  async read(db, { userId }) {
    const rows = await repository.listAllOfCenter(db, { centerId: userId })
    return rows.map(({ priceCents, depositCents, currency, ...row }) => ({
      ...row,
      price: { cents: priceCents, currency },
      deposit: depositCents === null ? null : { cents: depositCents, currency },
    }))
  },
})
