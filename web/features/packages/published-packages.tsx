import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { refundRuleWords } from '#web/platform/package-refund-rule.ts'
import { BuyButton } from './buy-button.tsx'

/** The packages that a centre sells, online where it is paid online. Renders nothing without any. */
export function PublishedPackages({ centerId, paysOnline }: { centerId: string; paysOnline: boolean }) {
  const { queries } = useApi()
  const { data } = useQuery(queries.packages.published.queryOptions({ input: { centerId } }))
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="bonos" className="grid gap-3">
      <h3 id="bonos" className="scroll-mt-16">
        Bonos de sesiones
      </h3>
      <ul className="divide-y divide-line rounded-card border border-line bg-panel">
        {data.items.map(({ id, sessions, serviceName, priceCents, validityDays, professionals }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-3">
            <span className="min-w-0">
              <span className="font-medium">{`${sessions} sesiones de ${serviceName}`}</span>
              <span className="block text-sm text-ink-soft">
                {`Valen ${validityDays} días · con `}
                <span translate="no">{professionals.map(({ name }) => name).join(', ')}</span>
              </span>
            </span>
            <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <span className="tabular-nums">
                <span className="font-semibold">{formatMoney(priceCents)}</span>
                <span className="text-sm text-ink-soft">{` · ${formatMoney(Math.floor(priceCents / sessions))} cada una`}</span>
              </span>
              {paysOnline && (
                <BuyButton centerId={centerId} offerId={id} name={`${sessions} sesiones de ${serviceName}`} />
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-soft">{`${paysOnline ? 'Se compran aquí, o en el centro de una vez o en partes.' : 'Se compran en el centro, de una vez o en partes.'} ${refundRuleWords}`}</p>
    </section>
  )
}
