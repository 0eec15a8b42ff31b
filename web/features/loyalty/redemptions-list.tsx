import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import type { Redemption } from '#contract/loyalty.ts'
import type { RedemptionStatus } from '#contract/loyalty-words.ts'
import { useApi } from '#web/platform/api.ts'
import { cursorPages, pagesOf } from '#web/platform/cursor-pages.ts'
import { dayWords, termsBeside } from '#web/platform/discount-words.ts'
import { formatCount, formatDate } from '#web/platform/formats.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const statuses: Record<RedemptionStatus, { label: string; tone: 'green' | 'neutral' | 'amber' }> = {
  pending: { label: 'Disponible', tone: 'green' },
  used: { label: 'Usado', tone: 'neutral' },
  expired: { label: 'Expirado', tone: 'amber' },
}

/** What the user redeemed, the newest first. */
export function RedemptionsList() {
  const { queries } = useApi()
  const redemptions = useInfiniteQuery(
    queries.loyalty.redemptions.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...(cursor && { cursor }) }),
      ...cursorPages,
    }),
  )
  const { items, more, loadingMore } = pagesOf(redemptions)
  const list = useRef<HTMLUListElement>(null)
  if (!items) {
    return (
      <Pending query={redemptions} loading="Cargando tus recompensas" failed="No se pudieron cargar las recompensas">
        <Skeleton className="h-24" />
      </Pending>
    )
  }
  if (items.length === 0) {
    return (
      <EmptyState
        title="Todavía no canjeaste recompensas"
        heading="h3"
        action={
          <Anchor href="/loyalty" className={buttonClass({ variant: 'secondary' })}>
            Ver las recompensas
          </Anchor>
        }
      >
        Las que canjees aparecen aquí, listas para tu próxima cita.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-4">
      <ul ref={list} className="divide-y divide-line overflow-clip rounded-card border border-line bg-panel">
        {items.map((redemption) => (
          <RedemptionRow key={redemption.id} redemption={redemption} />
        ))}
      </ul>
      <MoreButton more={more} pending={loadingMore} list={list} />
    </div>
  )
}

function RedemptionRow({ redemption }: { redemption: Redemption }) {
  const { rewardName, pointsUsed, status, redeemedAt, validUntil, usedAt } = redemption
  const { label, tone } = statuses[status]
  const terms = termsBeside(rewardName, redemption)
  return (
    <li className="grid gap-1 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-4">
      <div className="grid gap-0.5">
        <strong className="wrap-anywhere">{rewardName}</strong>
        <span className="text-sm text-ink-soft">
          {[terms, `${formatCount(pointsUsed)} puntos, el ${formatDate(redeemedAt)}`].filter(Boolean).join(' · ')}
        </span>
        {status === 'pending' && (
          <span className="text-sm">
            {validUntil ? `Vence el ${dayWords(validUntil)}. ` : ''}
            Elígela al pagar una cita desde{' '}
            <Anchor href="/dashboard" className="link">
              tu dashboard
            </Anchor>
            .
          </span>
        )}
        {usedAt && <span className="text-sm">{`La usaste el ${formatDate(usedAt)}.`}</span>}
      </div>
      <Badge tone={tone} className="justify-self-start">
        {label}
      </Badge>
    </li>
  )
}
