import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DebtList, debtsPerPage } from '#contract/tills.ts'
import { useApi } from '#web/platform/api.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { useNowForTimeAgo } from '#web/platform/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { DebtRow } from './debt-row.tsx'
import { PackageDebts } from './package-debts.tsx'

const orders = [
  { value: 'oldest', label: 'La más antigua primero' },
  { value: 'newest', label: 'La más reciente primero' },
  { value: 'amount', label: 'El mayor importe primero' },
  { value: 'name', label: 'Por nombre' },
] as const
type Order = (typeof orders)[number]['value']

export function Debts({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const [typed, setTyped] = useState('')
  const [order, setOrder] = useState<Order>('oldest')
  const [page, setPage] = useState(1)
  const q = useDebounced(typed.trim())
  const query = useQuery({
    ...queries.tills.debts.queryOptions({ input: { centerId, q, order, page } }),
    placeholderData: (before) => before,
  })
  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:flex sm:items-end">
        <TextField
          label="Buscar por nombre o teléfono"
          type="search"
          className="grow sm:max-w-form"
          value={typed}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.target.value)
            setPage(1)
          }}
        />
        <SelectField
          label="Orden"
          value={order}
          options={orders}
          onChange={(event) => {
            setOrder(orders.find(({ value }) => value === event.target.value)?.value ?? 'oldest')
            setPage(1)
          }}
        />
      </div>
      {query.data ? (
        <DebtPage list={query.data} centerId={centerId} q={q} page={page} onPage={setPage} />
      ) : (
        <Pending query={query} loading="Cargando lo que falta cobrar" failed="No se pudo cargar lo que falta cobrar">
          <Skeleton className="h-64" />
        </Pending>
      )}
    </div>
  )
}

type DebtPageProps = {
  list: DebtList
  centerId: string
  q: string
  page: number
  onPage: (page: number) => void
}

function DebtPage({ list: { items, total, totalDueCents, packages }, centerId, q, page, onPage }: DebtPageProps) {
  const now = useNowForTimeAgo()
  if (total === 0 && packages.total === 0) {
    return (
      <EmptyState
        drawing="coins"
        heading="h3"
        title={q ? 'No hay saldos con ese nombre o teléfono' : 'No falta cobrar nada'}
      >
        {q
          ? 'Prueba con una parte del nombre o del número.'
          : 'Aquí aparecen las citas que tuvieron lugar y los bonos que vendiste, mientras no estén pagos del todo.'}
      </EmptyState>
    )
  }
  const pages = Math.ceil(total / debtsPerPage)
  return (
    <>
      {total > 0 && (
        <>
          <p>
            Falta cobrar <strong className="tabular-nums">{formatMoney(totalDueCents)}</strong>
            {total === 1 ? ' de 1 cita.' : ` de ${total} citas.`}
          </p>
          <ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-panel">
            {items.map((debt) => (
              <DebtRow key={debt.appointmentId} centerId={centerId} debt={debt} now={now} />
            ))}
          </ul>
        </>
      )}
      {pages > 1 && (
        <nav aria-label="Páginas" className="flex items-center gap-3">
          <Button variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Anterior
          </Button>
          <span className="tabular-nums">{`${page} de ${pages}`}</span>
          <Button variant="secondary" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            Siguiente
          </Button>
        </nav>
      )}
      {packages.total > 0 && <PackageDebts {...packages} now={now} />}
    </>
  )
}
