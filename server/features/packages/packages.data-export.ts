import { dataExportPart } from '#server/platform/data-export.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

const fields = {
  soldAt: { label: 'Fecha', as: 'instant' },
  centerName: { label: 'Centro' },
  serviceName: { label: 'Servicio' },
  professionalNames: { label: 'Profesionales' },
  sessions: { label: 'Sesiones' },
  price: { label: 'Precio', as: 'money' },
  paid: { label: 'Pagado', as: 'money' },
  refunded: { label: 'Devuelto', as: 'money' },
  validUntil: { label: 'Hasta', as: 'instant' },
  stoppedAt: { label: 'Sin correr desde', as: 'instant' },
  refundedAt: { label: 'Devuelto el', as: 'instant' },
  id: { label: 'Identificador' },
} as const

export const ownPackages = dataExportPart({
  name: 'packages',
  title: 'Tus bonos',
  layout: 'lines',
  fields,
  read: (db, { userId }) => listAll(db, { column: 'packages.patient_id', id: userId }),
})

export const soldPackages = dataExportPart({
  name: 'soldPackages',
  title: 'Bonos que vendió tu centro',
  layout: 'lines',
  fields,
  read: (db, { userId }) => listAll(db, { column: 'packages.center_id', id: userId }),
})

export const packageOffers = dataExportPart({
  name: 'packageOffers',
  title: 'Bonos que vende tu centro',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Creado', as: 'instant' },
    serviceName: { label: 'Servicio' },
    sessions: { label: 'Sesiones' },
    price: { label: 'Precio', as: 'money' },
    validityDays: { label: 'Días de validez' },
    isActive: { label: 'Se vende', as: 'yesNo' },
    id: { label: 'Identificador' },
  },
  async read(db, { userId }) {
    const rows = await db
      .selectFrom('package_offers')
      .leftJoin('services', 'services.id', 'package_offers.service_id')
      .where('package_offers.center_id', '=', userId)
      .orderBy('package_offers.created_at')
      .orderBy('package_offers.id')
      .select([
        'package_offers.id',
        'package_offers.created_at as createdAt',
        'services.name as serviceName',
        'package_offers.sessions',
        'package_offers.price as priceCents',
        'package_offers.currency',
        'package_offers.validity_days as validityDays',
        'package_offers.is_active as isActive',
      ])
      .execute()
    return rows.map(({ priceCents: cents, currency, ...row }) => ({ ...row, price: { cents, currency } }))
  },
})

/** The oldest first. */
async function listAll(
  db: Db | Tx,
  { column, id }: { column: 'packages.patient_id' | 'packages.center_id'; id: string },
) {
  const rows = await db
    .selectFrom('packages')
    .innerJoin('center_profiles', 'center_profiles.id', 'packages.center_id')
    .where(column, '=', id)
    .orderBy('packages.sold_at')
    .orderBy('packages.id')
    .select([
      'packages.id',
      'packages.sold_at as soldAt',
      'center_profiles.center_name as centerName',
      'packages.service_name as serviceName',
      'packages.professional_names as professionalNames',
      'packages.sessions',
      'packages.price as priceCents',
      'packages.paid_amount as paidCents',
      'packages.refunded_amount as refundedCents',
      'packages.currency',
      'packages.valid_until as validUntil',
      'packages.stopped_at as stoppedAt',
      'packages.refunded_at as refundedAt',
    ])
    .execute()
  return rows.map(({ priceCents, paidCents, refundedCents, currency, professionalNames, ...row }) => ({
    ...row,
    professionalNames: professionalNames.join(', '),
    price: { cents: priceCents, currency },
    paid: { cents: paidCents, currency },
    refunded: { cents: refundedCents, currency },
  }))
}
