import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'

import type { Membership } from '#contract/memberships.ts'
import { CenterTaxDataCard } from '#web/features/invoicing/center-tax-data.tsx'
import { useApi } from '#web/platform/api.ts'
import { CsvButton } from '#web/ui/csv-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { Commissions } from './commissions.tsx'
import { DocumentButtons } from './document-buttons.tsx'
import { PaymentAccountCard } from './payment-account-card.tsx'
import { readPeriod } from './period.ts'
import { PeriodForm } from './period-form.tsx'
import { RevenueReport } from './revenue-report.tsx'
import { OwnRate, Settlements } from './settlements.tsx'
import { StatementButtons } from './statement-buttons.tsx'
import { TransitSection } from './transit-section.tsx'

const route = getRouteApi('/center/dashboard')

/** The centre's revenue, payments and commissions. Only for the owner. */
export function MoneySection({ membership }: { membership: Membership }) {
  const { centerId } = membership
  const { api, queries } = useApi()
  const period = readPeriod(route.useSearch())
  const revenue = useQuery({
    ...queries.payments.revenue.queryOptions({ input: { centerId, ...period } }),
    placeholderData: (before) => before,
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <PaymentAccountCard centerId={centerId} />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <PeriodForm period={period} />
        <CsvButton
          address={() => api.downloads.create({ route: 'payments.revenueCsv', input: { centerId, ...period } })}
        />
      </div>
      {revenue.data ? (
        <RevenueReport revenue={revenue.data} busy={revenue.isPlaceholderData} />
      ) : (
        <Pending query={revenue} loading="Cargando ingresos" failed="No se pudieron cargar los ingresos">
          <Skeleton className="h-24" />
          <Skeleton className="h-72" />
        </Pending>
      )}
      <TransitSection centerId={centerId} />
      <StatementButtons centerId={centerId} />
      <CenterTaxDataCard centerId={centerId} />
      <DocumentButtons centerId={centerId} />
      <OwnRate centerId={centerId} />
      <Settlements centerId={centerId} />
      <Commissions centerId={centerId} />
    </div>
  )
}
