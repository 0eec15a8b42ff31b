import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'

import type { Membership } from '#contract/memberships.ts'
import { useApi } from '#web/platform/api.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { Commissions } from './commissions.tsx'
import { CsvButton } from './csv-button.tsx'
import { readPeriod } from './period.ts'
import { PeriodForm } from './period-form.tsx'
import { RevenueReport } from './revenue-report.tsx'

const route = getRouteApi('/center/dashboard')

/** What the centre earned, collected and owes. The owner's alone. */
export function MoneySection({ membership }: { membership: Membership }) {
  const { centerId } = membership
  const { queries } = useApi()
  const period = readPeriod(route.useSearch())
  const revenue = useQuery({
    ...queries.payments.revenue.queryOptions({ input: { centerId, ...period } }),
    placeholderData: (before) => before,
  })
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <PeriodForm period={period} />
        <CsvButton centerId={centerId} period={period} />
      </div>
      {revenue.data ? (
        <RevenueReport revenue={revenue.data} busy={revenue.isPlaceholderData} />
      ) : (
        <Pending query={revenue} loading="Cargando ingresos" failed="No se pudieron cargar los ingresos">
          <Skeleton className="h-24" />
          <Skeleton className="h-72" />
        </Pending>
      )}
      <Commissions centerId={centerId} />
    </div>
  )
}
