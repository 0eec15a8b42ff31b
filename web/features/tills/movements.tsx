import { paymentMethodLabels } from '#contract/payment-methods.ts'
import type { TillMovement } from '#contract/tills.ts'
import { formatDay, formatTime } from '#web/platform/formats.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Badge } from '#web/ui/badge.tsx'

import { signedMoney } from './till-amounts.ts'

const notCollected = {
  undone: 'Cobro anulado',
  restored: 'Cobro repuesto',
  refunded: 'Devolución',
  refund_undone: 'Devolución anulada',
} as const

export function Movements({ movements, count }: { movements: readonly TillMovement[]; count: number }) {
  if (count === 0) return <p className="text-ink-soft">No hubo movimientos.</p>
  return (
    <>
      <ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-panel">
        {movements.map((movement) => (
          <MovementRow key={movement.id} movement={movement} />
        ))}
      </ul>
      {count > movements.length && (
        <p className="text-sm text-ink-soft">{`Se muestran los últimos ${movements.length} de ${count} movimientos.`}</p>
      )}
    </>
  )
}

function MovementRow({ movement }: { movement: TillMovement }) {
  const { kind, at, personName, serviceName, amountCents, method, memberName } = movement
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2 leading-snug print:break-inside-avoid">
      <span className="w-28 shrink-0 text-sm text-ink-soft tabular-nums max-[22rem]:w-full">
        {`${formatDay(at)}, ${formatTime(at)}`}
        <RowOwnTime instant={at} />
      </span>
      <span className="min-w-40 grow basis-40">
        <span translate={personName ? 'no' : undefined} className="block font-medium wrap-anywhere">
          {personName || 'Sin nombre'}
        </span>
        <span className="block text-sm text-ink-soft wrap-anywhere">
          {serviceName}
          {memberName && (
            <>
              {' · registró '}
              <span translate="no">{memberName}</span>
            </>
          )}
        </span>
      </span>
      {kind !== 'collected' && <Badge tone="amber">{notCollected[kind]}</Badge>}
      <span className="text-sm text-ink-soft">{paymentMethodLabels[method]}</span>
      <strong className="ml-auto tabular-nums sm:w-28 sm:text-right">{signedMoney(amountCents)}</strong>
    </li>
  )
}
