import type { DiscountType } from '#contract/discounts.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import { listPromotionsOfOwner } from './repository/promotions.ts'
import { listAllUses } from './repository/uses.ts'

const currency = 'UYU'
const money = (cents: number | null) => (cents === null ? null : { cents, currency })

export const promotionUses = dataExportPart({
  name: 'promotionUses',
  title: 'Promociones que aplicaste',
  layout: 'lines',
  fields: {
    reservedAt: { label: 'Fecha', as: 'instant' },
    code: { label: 'Código' },
    name: { label: 'Promoción' },
    status: { label: 'Estado', as: { reserved: 'Reservada', consumed: 'Usada', released: 'Devuelta' } },
    order: { label: 'Importe', as: 'money' },
    discount: { label: 'Descuento', as: 'money' },
    expiresAt: { label: 'Reservada hasta', as: 'instant' },
    endedAt: { label: 'Usada o devuelta', as: 'instant' },
    appointmentId: { label: 'Cita' },
    id: { label: 'Identificador' },
  },
  async read(db, { userId }) {
    const rows = await listAllUses(db, { userId })
    return rows.map(({ orderCents, discountCents, ...row }) => ({
      ...row,
      order: money(orderCents),
      discount: money(discountCents),
    }))
  },
})

/** Promotions of the user's own centre, and those that the user created as staff. */
export const promotions = dataExportPart({
  name: 'promotions',
  title: 'Promociones que creaste',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Creada', as: 'instant' },
    code: { label: 'Código' },
    name: { label: 'Nombre' },
    description: { label: 'Descripción' },
    discountType: {
      label: 'Tipo',
      as: { percentage: 'Porcentaje', fixed_amount: 'Importe fijo, en centésimos' } satisfies Record<
        DiscountType,
        string
      >,
    },
    discountValue: { label: 'Descuento' },
    minimum: { label: 'Importe mínimo', as: 'money' },
    maximum: { label: 'Descuento máximo', as: 'money' },
    usageLimit: { label: 'Límite de usos' },
    perPersonLimit: { label: 'Límite por persona' },
    usedCount: { label: 'Usos' },
    startsAt: { label: 'Desde', as: 'instant' },
    validUntil: { label: 'Hasta', as: 'instant' },
    isActive: { label: 'Activa', as: 'yesNo' },
    isPublic: { label: 'Publicada', as: 'yesNo' },
    id: { label: 'Identificador' },
  },
  async read(db, { userId }) {
    const rows = await listPromotionsOfOwner(db, { userId })
    return rows.map(({ minimumCents, maximumCents, centerId: _center, centerName: _name, ...row }) => ({
      ...row,
      minimum: money(minimumCents),
      maximum: money(maximumCents),
    }))
  },
})
