import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Membership } from '#contract/memberships.ts'
import type { Till } from '#contract/tills.ts'
import { useApi } from '#web/platform/api.ts'
import { formatDay, formatTime } from '#web/platform/formats.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Closings } from './closings.tsx'
import { CountForm } from './count-form.tsx'
import { Debts } from './debts.tsx'
import { Movements } from './movements.tsx'
import { signedMoney } from './till-amounts.ts'

const tabs = [
  { id: 'till', label: 'Caja abierta' },
  { id: 'debts', label: 'Por cobrar' },
  { id: 'closings', label: 'Cierres' },
]

export function TillSection({ membership: { centerId } }: { membership: Membership }) {
  const [tab, setTab] = useState('till')
  return (
    <Tabs label="Caja" tabs={tabs} value={tab} onChange={setTab}>
      {tab === 'till' && <OpenTill centerId={centerId} />}
      {tab === 'debts' && <Debts centerId={centerId} />}
      {tab === 'closings' && <Closings centerId={centerId} />}
    </Tabs>
  )
}

function OpenTill({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const query = useQuery(queries.tills.get.queryOptions({ input: { centerId } }))
  const till = query.data
  if (!till) {
    return (
      <Pending query={query} loading="Cargando la caja" failed="No se pudo cargar la caja">
        <Skeleton className="h-64" />
        <Skeleton className="h-48" />
      </Pending>
    )
  }
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[24rem_minmax(0,1fr)]">
      <CountForm key={till.lastClosing?.id ?? 'first'} centerId={centerId} till={till} />
      <section aria-labelledby="till-movements" className="grid gap-3">
        <h3 id="till-movements">Movimientos</h3>
        <p className="text-ink-soft">{sinceText(till)}</p>
        {till.onlineCents !== 0 && (
          <p>
            En línea: <strong className="tabular-nums">{signedMoney(till.onlineCents)}</strong>. No está en el cajón: no
            lo cuentes.
          </p>
        )}
        {till.movements.length > 0 ? (
          <Movements movements={till.movements} count={till.movementCount} />
        ) : (
          <EmptyState drawing="till" heading="p" title="Todavía no hay cobros">
            Lo que cobres en la agenda aparece aquí.
          </EmptyState>
        )}
      </section>
    </div>
  )
}

function sinceText({ lastClosing }: Till): string {
  if (!lastClosing) return 'Todavía no cerraste ninguna caja.'
  const { number, closedAt } = lastClosing
  return `Desde el cierre ${number}: ${formatDay(closedAt)}, ${formatTime(closedAt)}.`
}
