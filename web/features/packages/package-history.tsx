import type { SoldPackage } from '#contract/packages.ts'
import { paymentMethodLabels } from '#contract/payment-methods.ts'
import { formatDate, formatMoney, formatTime } from '#web/platform/formats.ts'

/** What was paid for a package and what its sessions paid for: its receipt. */
export function PackageHistory({ sold: { serviceName, visits, money } }: { sold: SoldPackage }) {
  return (
    <details>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        Sesiones y pagos<span className="sr-only">{` del bono de ${serviceName}`}</span>
      </summary>
      <div className="grid gap-3 pb-2 text-sm">
        {visits.length === 0 && <p className="text-ink-soft">Todavía no se reservó ninguna sesión.</p>}
        <ul className="grid gap-1">
          {visits.map(({ number, startsAt, professionalName, personName, isUsed }) => (
            <li key={number} className="tabular-nums">
              {`${formatDate(startsAt)}, ${formatTime(startsAt)} · `}
              <span translate="no">{[personName, professionalName].filter(Boolean).join(' con ')}</span>
              {isUsed ? ' · usada' : ' · reservada'}
            </li>
          ))}
        </ul>
        {money && (
          <ul className="grid gap-1">
            {money.payments.map(({ id, amountCents, refundedCents, method, paidAt }) => (
              <li key={id} className="tabular-nums">
                {`${formatDate(paidAt)}: ${formatMoney(amountCents)} · ${paymentMethodLabels[method]}`}
                {refundedCents > 0 && ` · devuelto ${formatMoney(refundedCents)}`}
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  )
}
