import { brand } from '#contract/brand.ts'
import type { CommissionPeriod } from '#contract/commission-statuses.ts'
import type { CommissionRow, OwingCenter, SettleOutcomes } from '#contract/commissions.ts'
import type { CenterToSettle, SettledMonth } from '#contract/month-settlements.ts'
import { formatMoney } from '#web/platform/formats.ts'
import type { OfferedAction } from '../actions/offered-action.ts'
import { rowNouns } from '../actions/row-nouns.ts'

/** Cancels pending commissions. */
export const cancelCommission: OfferedAction<CommissionRow, 'reason'> = {
  label: 'Dejar sin efecto',
  allows: ({ can }) => can.cancel,
  noun: rowNouns.commission,
  nameOf: ({ centerName, commissionCents }) => `${centerName}: ${formatMoney(commissionCents)}`,
  title: () => 'Dejar sin efecto',
  description: (commissions) =>
    commissions.some(({ creditCents }) => creditCents > 0)
      ? `El centro ya no debe estas comisiones, y ${brand.name} ya no le debe sus créditos.`
      : 'El centro ya no debe estas comisiones.',
  asks: () => ['reason'],
  hint: () => 'Lo lee el centro en sus notificaciones, y queda en el registro.',
  submit: () => 'Dejar sin efecto',
  done: ({ length }) => (length === 1 ? 'Comisión sin efecto' : 'Comisiones sin efecto'),
  doneAbout: () => undefined,
  failed: 'Error al actualizar comisión',
  send: (api, { targets, reason }) => api.commissions.cancel({ targets, reason }),
  route: ['commissions', 'cancel'],
}

export type OwingRow = OwingCenter & { id: string }

/** Settles what centres owe for a period. The dialog shows the sums first, and a refused centre's sum afterwards. */
export const settleCommissions = (period: CommissionPeriod): OfferedAction<OwingRow, 'reference'> => ({
  label: 'Liquidar',
  allows: ({ can }) => can.settle,
  noun: rowNouns.center,
  nameOf: ({ centerName, commissionCents }) => `${centerName}: ${pendingText(commissionCents)}`,
  nameAfter: ({ id, centerName }, outcomes) => {
    const pending = (outcomes as SettleOutcomes).items.find((item) => item.id === id)?.pending
    if (!pending) return centerName
    const who = pending.commissionCents < 0 ? `${brand.name} le debe` : 'debe'
    return `${centerName}: ahora ${who} ${formatMoney(Math.abs(pending.commissionCents))}`
  },
  title: () => 'Liquidar comisiones',
  description: () =>
    'Las comisiones pendientes del período quedan pagadas, y cada centro recibe un correo con la referencia.',
  note: (centers) => (
    <p>
      Total: <strong className="tabular-nums">{pendingText(totalOf(centers))}</strong>
    </p>
  ),
  asks: () => ['reference'],
  submit: () => 'Marcar como pagadas',
  done: () => 'Comisiones pagadas',
  doneAbout: (centers) => pendingText(totalOf(centers)),
  failed: 'Error al actualizar comisión',
  send: (api, { rows, reference }) => {
    const targets = rows.map(({ id, count, commissionCents }) => ({ id, count, commissionCents }))
    return api.commissions.settle({ period, reference, targets })
  },
  route: ['commissions', 'settle'],
})

export type MonthRow = CenterToSettle & { id: string }

/** Settles a calendar month: what Senda holds for the centres is passed on, less their commissions. */
export const settleMonth = (month: string): OfferedAction<MonthRow, 'reference'> => ({
  label: 'Liquidar el mes',
  allows: ({ can }) => can.settle,
  noun: rowNouns.center,
  nameOf: (row) => `${row.centerName}: ${transferText(row)}`,
  nameAfter: ({ id, centerName }, outcomes) => {
    const open = (outcomes as SettledMonth).items.find((item) => item.id === id)?.open
    return open ? `${centerName}: ahora, ${transferText(open)}` : centerName
  },
  title: () => 'Liquidar el mes',
  description: () =>
    'Las comisiones hasta el fin del mes quedan pagadas y los pagos en línea, pasados al centro. Cada centro recibe un correo con la referencia de la transferencia.',
  note: (centers) => (
    <p>
      {centers.length === 1 ? 'Transferencia: ' : 'Transferencias: '}
      <strong className="tabular-nums">{centers.map(transferText).join('; ')}</strong>
    </p>
  ),
  asks: () => ['reference'],
  submit: () => 'Marcar como liquidado',
  done: () => 'Mes liquidado',
  failed: 'Error al actualizar comisión',
  send: (api, { rows, reference }) => {
    const targets = rows.map(({ id, count, commissionCents, onlineCents }) => ({
      id,
      count,
      commissionCents,
      onlineCents,
    }))
    return api.commissions.settleMonth({ month, reference, targets })
  },
  route: ['commissions', 'settleMonth'],
})

/** Who transfers what: the online payments less the commissions. */
export function transferText({
  onlineCents,
  commissionCents,
}: Pick<CenterToSettle, 'onlineCents' | 'commissionCents'>) {
  const cents = onlineCents - commissionCents
  return cents < 0 ? `el centro paga ${formatMoney(-cents)}` : `${brand.name} transfiere ${formatMoney(cents)}`
}

function totalOf(centers: readonly OwingRow[]): number {
  return centers.reduce((sum, { commissionCents }) => sum + commissionCents, 0)
}

function pendingText(cents: number): string {
  return cents < 0 ? `${brand.name} paga ${formatMoney(-cents)}` : formatMoney(cents)
}
