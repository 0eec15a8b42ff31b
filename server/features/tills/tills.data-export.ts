import { dataExportPart } from '#server/platform/data-export.ts'
import { listRemindersOfAccount } from './repository/debts.ts'
import { listClosingsOfAccount } from './repository/tills.ts'

/** The till closings of the user's own centre, and those that the user made at another centre. */
export const tillClosings = dataExportPart({
  name: 'tillClosings',
  title: 'Cierres de caja',
  layout: 'lines',
  fields: {
    closedAt: { label: 'Fecha', as: 'instant' },
    centerName: { label: 'Centro' },
    number: { label: 'Número' },
    expectedCash: { label: 'Efectivo esperado', as: 'money' },
    countedCash: { label: 'Efectivo contado', as: 'money' },
    expectedDebit: { label: 'Débito esperado', as: 'money' },
    countedDebit: { label: 'Débito contado', as: 'money' },
    expectedTransfer: { label: 'Transferencia esperada', as: 'money' },
    countedTransfer: { label: 'Transferencia contada', as: 'money' },
    floatLeft: { label: 'Fondo de caja', as: 'money' },
    note: { label: 'Nota' },
  },
  async read(db, { userId }) {
    const rows = await listClosingsOfAccount(db, { userId })
    return rows.map(({ currency, closedAt, centerName, number, note, ...amounts }) => {
      const money = (cents: number) => ({ cents, currency })
      return {
        closedAt,
        centerName,
        number,
        note,
        expectedCash: money(amounts.expectedCash),
        countedCash: money(amounts.countedCash),
        expectedDebit: money(amounts.expectedDebit),
        countedDebit: money(amounts.countedDebit),
        expectedTransfer: money(amounts.expectedTransfer),
        countedTransfer: money(amounts.countedTransfer),
        floatLeft: money(amounts.floatLeft),
      }
    })
  },
})

export const debtReminders = dataExportPart({
  name: 'debtReminders',
  title: 'Recordatorios de pagos pendientes',
  layout: 'lines',
  fields: {
    sentAt: { label: 'Enviado', as: 'instant' },
    centerName: { label: 'Centro' },
    due: { label: 'Faltaba pagar', as: 'money' },
    appointmentId: { label: 'Cita' },
  },
  async read(db, { userId }) {
    const rows = await listRemindersOfAccount(db, { userId })
    return rows.map(({ amount, currency, ...row }) => ({ ...row, due: { cents: amount, currency } }))
  },
})
