import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { brand } from '#contract/brand.ts'
import type { TargetType } from '#contract/moderation.ts'
import { useApi } from '#web/platform/api.ts'
import { cursorPages, pagesOf } from '#web/platform/cursor-pages.ts'
import { CsvButton } from '#web/ui/csv-button.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { PageDateField } from '#web/ui/page-date-field.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActionHistory } from '../actions/action-history.tsx'
import { type AdminSearch, recordTargets } from '../admin-search.ts'
import { useAdminSearch } from '../use-admin-search.ts'

const perPage = 50
const range = { min: '2000-01-01', max: '2199-12-31' } as const

const targetPlurals: Readonly<Record<TargetType, string>> = {
  user: 'Cuentas',
  center: 'Centros',
  review: 'Opiniones',
  message: 'Mensajes',
  document: 'Documentos',
  commission: 'Comisiones',
  reward: 'Recompensas',
  get promotion() {
    return `Promociones de ${brand.name}`
  },
  no_show: 'Inasistencias',
  cancellation: 'Cancelaciones',
  early_visit: 'Citas adelantadas',
  invented_visit: 'Visitas objetadas',
  refund: 'Devoluciones objetadas',
  undone_payment: 'Pagos anulados',
  operator: 'Marca y textos',
}

type Props = { text: string | undefined; updateSearch: (change: AdminSearch) => void }

/** Every action of staff, newest first, filtered by the URL. */
export function RecordSection({ text, updateSearch }: Props) {
  const { api, queries } = useApi()
  const { sobre: targetType, desde: from, hasta: to } = useAdminSearch()
  const filter = { ...(text && { text }), ...(targetType && { targetType }), ...(from && { from }), ...(to && { to }) }
  const query = useInfiniteQuery({
    ...queries.moderation.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, limit: perPage, ...(cursor && { cursor }) }),
      ...cursorPages,
    }),
    placeholderData: keepPreviousData,
  })
  const { items, more, loadingMore } = pagesOf(query)
  const list = useRef<HTMLOListElement>(null)
  return (
    <section aria-labelledby="staff-record" className="grid max-w-5xl grid-cols-1 gap-3">
      <div>
        <h3 id="staff-record">Registro de medidas</h3>
        <p className="text-ink-soft">Todo lo que hizo el equipo, con su motivo. Nada se borra ni se cambia.</p>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Sobre"
          value={targetType ?? ''}
          placeholder="Todo"
          options={recordTargets.map((value) => ({ value, label: targetPlurals[value] }))}
          onChange={({ currentTarget }) =>
            updateSearch({ sobre: recordTargets.find((value) => value === currentTarget.value) })
          }
        />
        <PageDateField
          label="Desde el"
          {...range}
          value={from ?? ''}
          onDate={(date) => updateSearch({ desde: date })}
          onEmpty={() => updateSearch({ desde: undefined })}
        />
        <PageDateField
          label="Hasta el"
          {...range}
          value={to ?? ''}
          onDate={(date) => updateSearch({ hasta: date })}
          onEmpty={() => updateSearch({ hasta: undefined })}
        />
        <CsvButton address={() => api.downloads.create({ route: 'moderation.csv', input: filter })} />
      </div>
      {items ? (
        <ActionHistory
          actions={items}
          withTargets
          none={Object.keys(filter).length > 0 ? 'Ninguna medida así. Quita algún filtro.' : undefined}
          listRef={list}
        />
      ) : (
        <Pending query={query} loading="Cargando el registro" failed="Error al cargar acciones de moderación">
          <Skeleton className="h-96" />
        </Pending>
      )}
      <MoreButton list={list} more={more} pending={loadingMore} className="justify-self-start">
        Ver medidas anteriores
      </MoreButton>
    </section>
  )
}
