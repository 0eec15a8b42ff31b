import { useQuery } from '@tanstack/react-query'

import type { CommissionPeriod } from '#contract/commission-statuses.ts'
import { useApi } from '#web/platform/api.ts'
import { formatCount, formatMoney } from '#web/platform/formats.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The centres for which Senda pays more in discounts than they bring in commissions: staff look at them first. */
export function OvercreditedCenters({ period }: { period: CommissionPeriod }) {
  const { queries } = useApi()
  const query = useQuery(queries.commissions.overcredited.queryOptions({ input: { period } }))
  return (
    <section aria-labelledby="overcredited" className="grid gap-3">
      <h3 id="overcredited">Centros con más descuentos de Senda que comisiones</h3>
      {query.data && query.data.items.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-panel">
          {query.data.items.map(({ centerId, centerName, commissionCents, creditCents, points }) => (
            <li key={centerId} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2">
              <span className="font-medium wrap-anywhere">{centerName}</span>
              <span className="text-sm tabular-nums">
                {`Descuentos ${formatMoney(creditCents)} · Comisiones ${formatMoney(commissionCents)} · ${formatCount(points)} puntos a sus pacientes`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {query.data?.items.length === 0 && (
        <p className="text-ink-soft">En este período ningún centro recibió más descuentos de Senda que comisiones.</p>
      )}
      {!query.data && (
        <Pending query={query} loading="Cargando los centros" failed="Error al cargar datos financieros">
          <Skeleton className="h-16" />
        </Pending>
      )}
    </section>
  )
}
