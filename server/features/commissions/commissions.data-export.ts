import type { CommissionOrigin, CommissionStatus } from '#contract/commission-statuses.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import * as repository from './repository/commissions.ts'
import { listAllRates } from './repository/rates.ts'

export const commissions = dataExportPart({
  name: 'commissions',
  title: 'Comisiones de tu centro',
  layout: 'lines',
  fields: {
    startsAt: { label: 'Consulta', as: 'instant' },
    payment: { label: 'Precio', as: 'money' },
    origin: {
      label: 'Por',
      as: { completed: 'Consulta', late_cancellation: 'Cancelación tardía', no_show: 'Inasistencia' } satisfies Record<
        CommissionOrigin,
        string
      >,
    },
    ratePercent: { label: 'Comisión (%)' },
    commission: { label: 'Comisión', as: 'money' },
    status: {
      label: 'Estado',
      as: { pending: 'Pendiente', paid: 'Pagada', cancelled: 'Cancelada' } satisfies Record<CommissionStatus, string>,
    },
    createdAt: { label: 'Desde', as: 'instant' },
    paidAt: { label: 'Pagada', as: 'instant' },
    id: { label: 'Identificador' },
  },
  async read(db, { userId }) {
    const rows = await repository.listAllOfCenter(db, { centerId: userId })
    return rows.map(({ paymentCents, commissionCents, currency, ...row }) => ({
      ...row,
      payment: { cents: paymentCents, currency },
      commission: { cents: commissionCents, currency },
    }))
  },
})

export const commissionRates = dataExportPart({
  name: 'commissionRates',
  title: 'Porcentajes de comisión de tu centro',
  layout: 'lines',
  fields: {
    appliesFrom: { label: 'Desde' },
    ratePercent: { label: 'Comisión (%)' },
    createdAt: { label: 'Fecha del cambio', as: 'instant' },
    undoneAt: { label: 'Deshecho', as: 'instant' },
    id: { label: 'Identificador' },
  },
  read: (db, { userId }) => listAllRates(db, { centerId: userId }),
})
