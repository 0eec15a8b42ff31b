import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reward } from '#contract/loyalty.ts'
import { useApi } from '#web/platform/api.ts'
import { dayWords, termsBeside } from '#web/platform/discount-words.ts'
import { formatCount } from '#web/platform/formats.ts'
import { latestOf } from '#web/platform/use-edited.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { RedeemDialog } from './redeem-dialog.tsx'

export function RewardsGrid() {
  const { queries } = useApi()
  const rewards = useQuery(queries.loyalty.rewards.queryOptions())
  const points = useQuery(queries.loyalty.points.queryOptions())
  const [chosen, setChosen] = useState<Reward>()
  if (!rewards.data) {
    return (
      <Pending query={rewards} loading="Cargando las recompensas" failed="No se pudieron cargar las recompensas">
        <Skeleton className="h-44" />
      </Pending>
    )
  }
  const { items } = rewards.data
  if (items.length === 0) {
    return (
      <EmptyState drawing="gift" title="Todavía no hay recompensas" heading="h3">
        Tus puntos se siguen sumando. Aquí vas a ver en qué usarlos.
      </EmptyState>
    )
  }
  const balance = points.data
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((reward) => (
          <RewardCard key={reward.id} reward={reward} balance={balance} onRedeem={() => setChosen(reward)} />
        ))}
      </ul>
      {chosen && balance && (
        <RedeemDialog
          key={chosen.id}
          reward={latestOf(items, chosen) ?? chosen}
          available={balance.availablePoints}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  )
}

type Balance = { availablePoints: number; spendablePoints: number }
type RewardCardProps = { reward: Reward; balance: Balance | undefined; onRedeem: () => void }

function RewardCard({ reward, balance, onRedeem }: RewardCardProps) {
  const { name, description, pointsCost, validUntil } = reward
  const missing = balance ? Math.max(pointsCost - balance.availablePoints, 0) : 0
  const isShort = missing > 0
  // Enough points, of which some cannot be spent yet.
  const isOnHold = balance !== undefined && !isShort && balance.spendablePoints < pointsCost
  const label = isShort ? 'Insuficientes' : isOnHold ? 'Todavía no' : 'Canjear'
  const terms = termsBeside(name, reward)
  return (
    <Card as="li" className="grid grid-rows-[1fr_auto] gap-4">
      <div className="grid content-start gap-2">
        <h3 className="wrap-anywhere">{name}</h3>
        {terms && <p className="font-medium">{terms}</p>}
        {description && <p className="text-ink-soft wrap-anywhere">{description}</p>}
        {validUntil && <p className="text-sm text-ink-soft">{`Hasta el ${dayWords(validUntil)}.`}</p>}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="grid">
          <strong className="tabular-nums">{`${formatCount(pointsCost)} puntos`}</strong>
          {isShort && <span className="text-sm text-ink-soft">{`Te faltan ${formatCount(missing)}`}</span>}
          {isOnHold && (
            <span className="text-sm text-ink-soft">Tienes los puntos, pero todavía no los puedes usar</span>
          )}
        </p>
        <Button
          disabled={isShort || isOnHold || !balance}
          aria-label={`${label}: ${name}`}
          title={isShort ? `Necesitas ${formatCount(pointsCost)} puntos para esta recompensa` : undefined}
          {...opensDialog}
          onClick={onRedeem}
        >
          {label}
        </Button>
      </div>
    </Card>
  )
}
