import { useQuery } from '@tanstack/react-query'

import { brand } from '#contract/brand.ts'
import type { Settlement } from '#contract/payments.ts'
import { useApi } from '#web/platform/api.ts'
import { useCursorList } from '#web/platform/cursor-pages.ts'
import { formatPercent } from '#web/platform/format-percent.ts'
import { formatDate, formatMoney } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CursorList } from '#web/ui/cursor-list.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { RateList } from './rate-list.tsx'

const perPage = 10
const countOf = (count: number) => (count === 1 ? '1 comisión' : `${count} comisiones`)

export function Settlements({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const pages = useCursorList(queries.payments.settlements, { centerId, limit: perPage })
  const { first } = pages
  return (
    <section aria-labelledby="settlements" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="settlements">Liquidaciones</h3>
      {first && (
        <p className="text-ink-soft">
          {first.pending.count === 0
            ? 'No tienes comisiones por pagar.'
            : `${first.pending.commissionCents < 0 ? 'Por cobrar' : 'Por pagar'}: ${countOf(first.pending.count)}, `}
          {first.pending.count > 0 && (
            <strong className="text-ink tabular-nums">{formatMoney(Math.abs(first.pending.commissionCents))}</strong>
          )}
          {first.pending.count > 0 && '.'}
        </p>
      )}
      <CursorList
        pages={pages}
        loading="Cargando liquidaciones"
        failed="No se pudieron cargar las liquidaciones"
        skeletons={<Skeleton className="h-32" />}
        empty={<p className="text-ink-soft">Todavía no hay liquidaciones.</p>}
        moreLabel="Ver más liquidaciones"
      >
        {(settlement) => <SettlementRow key={settlement.id} settlement={settlement} />}
      </CursorList>
    </section>
  )
}

function SettlementRow({ settlement }: { settlement: Settlement }) {
  const { reference, from, to, count, commissionCents, onlineCents, at, isUndone } = settlement
  // What the centre paid; negative: Senda transferred it.
  const paidCents = commissionCents - onlineCents
  return (
    <li tabIndex={-1} className="-outline-offset-3 flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3">
      <span className="min-w-48 grow">
        <span className="block font-medium wrap-anywhere">{reference}</span>
        <span className="block text-sm text-ink-soft">
          {`${countOf(count)}${daysOf({ from, to })}`}
          {onlineCents !== 0 && ` · Pagos en línea ${formatMoney(onlineCents)}`}
        </span>
      </span>
      {isUndone && <Badge>Deshecha</Badge>}
      {paidCents < 0 && <span className="text-sm text-ink-soft">Te pagó {brand.name}</span>}
      <span className="text-sm text-ink-soft">{formatDate(at)}</span>
      <strong className="ml-auto text-right tabular-nums sm:w-28">{formatMoney(Math.abs(paidCents))}</strong>
    </li>
  )
}

function daysOf({ from, to }: Pick<Settlement, 'from' | 'to'>): string {
  if (!from || !to) return ''
  return from === to ? ` del ${formatDate(from)}` : ` del ${formatDate(from)} al ${formatDate(to)}`
}

export function OwnRate({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const query = useQuery(queries.payments.commissionRates.queryOptions({ input: { centerId } }))
  const rates = query.data
  return (
    <section aria-labelledby="own-rate" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="own-rate">Tu comisión</h3>
      {rates ? (
        <>
          <p>
            Es del <strong className="tabular-nums">{formatPercent(rates.currentPercent)}</strong> de cada consulta que
            llega por una reserva.
          </p>
          <RateList {...rates} />
        </>
      ) : (
        <Pending query={query} loading="Cargando tu comisión" failed="No se pudo cargar tu comisión">
          <Skeleton className="h-16" />
        </Pending>
      )}
    </section>
  )
}
