import { useNavigate } from '@tanstack/react-router'

import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

import { type LoyaltySearch, type LoyaltyTab, loyaltyTabs } from './loyalty-search.ts'
import { MovementsList } from './movements-list.tsx'
import { PointsCard } from './points-card.tsx'
import { RedemptionsList } from './redemptions-list.tsx'
import { RewardsGrid } from './rewards-grid.tsx'

const tabs: Record<LoyaltyTab, { label: string; Content: () => React.JSX.Element }> = {
  recompensas: { label: 'Recompensas', Content: RewardsGrid },
  mias: { label: 'Mis Recompensas', Content: RedemptionsList },
  historial: { label: 'Historial', Content: MovementsList },
}

/** The user's points, the rewards that they buy, and the redeemed rewards. */
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
