import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useApi } from '#web/platform/api.ts'
import { formatDate } from '#web/platform/formats.ts'
import { signedPoints } from '#web/platform/points-words.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { type LoyaltySearch, type LoyaltyTab, loyaltyTabs } from './loyalty-search.ts'
import { PointsCard } from './points-card.tsx'
import { RedemptionsList } from './redemptions-list.tsx'
import { RewardsGrid } from './rewards-grid.tsx'

/** The list shows as many as the server sends. */
const shown = 20

const tabs: Record<LoyaltyTab, { label: string; Content: () => React.JSX.Element }> = {
  recompensas: { label: 'Recompensas', Content: RewardsGrid },
  mias: { label: 'Mis Recompensas', Content: RedemptionsList },
  historial: { label: 'Historial', Content: MovementsList },
}

export function LoyaltyScreen({ search }: { search: LoyaltySearch }) {
  const navigate = useNavigate({ from: '/loyalty' })
  const { pestana: tab = 'recompensas' } = search
  const { Content } = tabs[tab]
  return (
    <Page className="grid gap-6 py-8">
      <h1>Programa de Lealtad</h1>
      <PointsCard />
      <Tabs
        label="Recompensas y movimientos"
        tabs={loyaltyTabs.map((id) => ({ id, label: tabs[id].label, href: hrefOf(id) }))}
        value={tab}
        onChange={(id) => {
          const next = loyaltyTabs.find((each) => each === id)
          void navigate({ search: { pestana: next === 'recompensas' ? undefined : next }, resetScroll: false })
        }}
      >
        <Content />
      </Tabs>
    </Page>
  )
}

const hrefOf = (id: LoyaltyTab) => (id === 'recompensas' ? '/loyalty' : `/loyalty?pestana=${id}`)

function MovementsList() {
  const { queries } = useApi()
  const points = useQuery(queries.loyalty.points.queryOptions())
  if (!points.data) {
    return (
      <Pending query={points} loading="Cargando tus movimientos" failed="No se pudieron cargar tus puntos">
        <Skeleton className="h-24" />
      </Pending>
    )
  }
  const { movements } = points.data
  if (movements.length === 0) {
    return (
      <EmptyState drawing="coins" title="Todavía no hay movimientos" heading="h3">
        Cuando completes una consulta o confirmes tu correo, vas a ver aquí tus puntos.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-3">
      {movements.length === shown && <p className="text-sm text-ink-soft">{`Los últimos ${shown} movimientos.`}</p>}
      <ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-panel">
        {movements.map(({ id, points: amount, description, at }) => (
          <li key={id} className="flex items-baseline justify-between gap-4 px-4 py-3">
            <span className="grid min-w-0 gap-0.5">
              <span className="wrap-anywhere">{description}</span>
              <span className="text-sm text-ink-soft">{formatDate(at)}</span>
            </span>
            <strong className={amount > 0 ? 'text-green tabular-nums' : 'text-ink-soft tabular-nums'}>
              {signedPoints(amount)}
            </strong>
          </li>
        ))}
      </ul>
    </div>
  )
}
