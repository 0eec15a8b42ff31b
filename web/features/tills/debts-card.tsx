import { useQuery } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { formatDate, formatMoney, telHref } from '#web/platform/formats.ts'

/** What the patient has still to pay, per appointment and centre. Renders nothing without debts. */
export function DebtsCard() {
  const { queries } = useApi()
  const { data } = useQuery(queries.tills.ownDebts.queryOptions())
  if (!data || data.items.length === 0) return null
  const { items, totalDueCents } = data
  return (
    <section aria-labelledby="own-debts" className="grid gap-3 rounded-card bg-sand p-5">
      <h2 id="own-debts" className="text-lg">
        Te quedó algo por pagar
      </h2>
      <ul className="grid gap-3">
        {items.map(({ appointmentId, centerName, centerPhone, startsAt, paidCents, dueCents }) => (
          <li key={appointmentId}>
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span translate="no" className="font-medium wrap-anywhere">
                {centerName}
              </span>
              <span className="tabular-nums">{formatMoney(dueCents)}</span>
            </span>
            <span className="block text-sm text-ink-soft">
              {`Tu cita del ${formatDate(startsAt)}`}
              {paidCents > 0 && `. Ya pagaste ${formatMoney(paidCents)}`}
            </span>
            {centerPhone && (
              <a href={telHref(centerPhone)} className="link inline-flex min-h-11 items-center text-sm tabular-nums">
                {centerPhone}
              </a>
            )}
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <p>
          En total: <strong className="tabular-nums">{formatMoney(totalDueCents)}</strong>
        </p>
      )}
      <p className="text-sm text-ink-soft">
        Puedes pagarlo la próxima vez que pases por el centro. Si ya lo pagaste, avísales.
      </p>
    </section>
  )
}
