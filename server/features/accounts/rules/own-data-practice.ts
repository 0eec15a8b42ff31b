import type { Format, Section } from './own-data.ts'

const instant = 'instant' satisfies Format
const money = 'money' satisfies Format

const methods = { efectivo: 'Efectivo', debito: 'Débito', transferencia: 'Transferencia' }

/** How payments, commissions, answers to opinions and subscribed calendars read. */
export const practiceSections: {
  [Name in 'deskPayments' | 'commissions' | 'reviewReplies' | 'reviewReports' | 'calendarFeeds']: Section<Name>
} = {
  deskPayments: {
    title: 'Pagos en un centro',
    layout: 'lines',
    fields: {
      collectedAt: { label: 'Fecha', as: instant },
      centerName: { label: 'Centro' },
      amount: { label: 'Importe', as: money },
      method: { label: 'Medio', as: methods },
      refund: { label: 'Por devolver', as: money },
      refundedAt: { label: 'Devuelto', as: instant },
      undoneAt: { label: 'Anulado por error', as: instant },
      appointmentId: { label: 'Cita' },
    },
  },
  commissions: {
    title: 'Comisiones de tu centro',
    layout: 'lines',
    fields: {
      startsAt: { label: 'Consulta', as: instant },
      payment: { label: 'Precio', as: money },
      ratePercent: { label: 'Comisión (%)' },
      commission: { label: 'Comisión', as: money },
      status: { label: 'Estado', as: { pending: 'Pendiente', paid: 'Pagada', cancelled: 'Cancelada' } },
      createdAt: { label: 'Desde', as: instant },
      paidAt: { label: 'Pagada', as: instant },
      id: { label: 'Identificador' },
    },
  },
  reviewReplies: {
    title: 'Respuestas a opiniones',
    layout: 'lines',
    fields: {
      repliedAt: { label: 'Fecha', as: instant },
      centerName: { label: 'Centro' },
      reply: { label: 'Respuesta' },
    },
  },
  reviewReports: {
    title: 'Opiniones que pediste revisar',
    layout: 'lines',
    fields: {
      createdAt: { label: 'Fecha', as: instant },
      centerName: { label: 'Centro' },
      reason: { label: 'Motivo' },
    },
  },
  calendarFeeds: {
    title: 'Calendarios a los que te suscribiste',
    layout: 'lines',
    fields: {
      createdAt: { label: 'Desde', as: instant },
      centerName: { label: 'Centro' },
      professionalName: { label: 'De' },
      id: { label: 'Identificador' },
    },
  },
}
