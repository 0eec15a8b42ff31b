import type { ReactNode } from 'react'
import type { SoldPackage } from '#contract/packages.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { leftWords, packageStateBadges, stoppedWords, untilWords } from './package-words.ts'

/** What a sold package is and what is left of it. `children`: what can be done with it. */
export function PackageFacts({ sold, to, children }: { sold: SoldPackage; to: 'Te ' | ''; children?: ReactNode }) {
  const { sessions, serviceName, state, reservedSessions, money } = sold
  const { label, tone } = packageStateBadges[state]
  const facts = [
    ...(state === 'active' ? [leftWords(sold, to)] : []),
    ...(state === 'disputed' ? ['No se puede reservar con él ni devolverlo'] : []),
    ...(reservedSessions > 0 ? [`${reservedSessions} con cita reservada`] : []),
    ...(state === 'refunded' ? [] : [untilWords(sold)]),
  ]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
        {`${sessions} sesiones de ${serviceName}`}
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p>{facts.join(' · ')}</p>
      {sold.isStopped && (state === 'active' || state === 'used_up') && (
        <p className="text-sm">{stoppedWords(sold, to)}</p>
      )}
      {money && (
        <p className="text-sm text-ink-soft tabular-nums">
          {`Pagado ${formatMoney(money.paidCents)} de ${formatMoney(money.priceCents)}`}
          {money.dueCents > 0 && ` · faltan ${formatMoney(money.dueCents)}`}
          {money.refundedCents > 0 && ` · devuelto ${formatMoney(money.refundedCents)}`}
        </p>
      )}
      {children}
    </>
  )
}
