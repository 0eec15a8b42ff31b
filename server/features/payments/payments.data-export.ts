import { paymentMethodLabels } from '#contract/payment-methods.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import * as repository from './repository/revenue.ts'

/** The user's payments, at the desk and online. */
export const deskPayments = dataExportPart({
  name: 'deskPayments',
  title: 'Pagos de citas',
  layout: 'lines',
  fields: {
    collectedAt: { label: 'Fecha', as: 'instant' },
    centerName: { label: 'Centro' },
    amount: { label: 'Importe', as: 'money' },
    method: { label: 'Medio', as: paymentMethodLabels },
    refund: { label: 'Por devolver', as: 'money' },
    refundedAt: { label: 'Devuelto', as: 'instant' },
    undoneAt: { label: 'Anulado por error', as: 'instant' },
    appointmentId: { label: 'Cita' },
  },
  async read(db, { userId }) {
    const rows = await repository.listPaymentsOf(db, { patientId: userId })
    return rows.map(({ cents, refundCents, currency, ...row }) => ({
      ...row,
      amount: { cents, currency },
      refund: refundCents === null ? null : { cents: refundCents, currency },
    }))
  },
})

export const centerPayments = dataExportPart({
  name: 'centerPayments',
  title: 'Pagos que recibió tu centro',
  layout: 'lines',
  fields: {
    collectedAt: { label: 'Fecha', as: 'instant' },
    amount: { label: 'Importe', as: 'money' },
    method: { label: 'Medio', as: paymentMethodLabels },
    refund: { label: 'Por devolver', as: 'money' },
    refundedAt: { label: 'Devuelto', as: 'instant' },
    undoneAt: { label: 'Anulado por error', as: 'instant' },
    appointmentId: { label: 'Cita' },
  },
  async read(db, { userId }) {
    const rows = await repository.listPaymentsOfCenter(db, { centerId: userId })
    return rows.map(({ cents, refundCents, currency, ...row }) => ({
      ...row,
      amount: { cents, currency },
      refund: refundCents === null ? null : { cents: refundCents, currency },
    }))
  },
})
