import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { useApi } from '#web/platform/api.ts'
import { cursorPages, pagesOf } from '#web/platform/cursor-pages.ts'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { MeasureHistory } from '../measures/measure-history.tsx'

const perPage = 50

/** Every measure of staff, newest first. */
export function RecordSection() {
  const { queries } = useApi()
  const query = useInfiniteQuery(
    queries.moderation.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ limit: perPage, ...(cursor && { cursor }) }),
      ...cursorPages,
    }),
  )
  const { items, more, loadingMore } = pagesOf(query)
  const list = useRef<HTMLOListElement>(null)
  return (
    <section aria-labelledby="staff-record" className="grid max-w-4xl gap-3">
      <div>
        <h3 id="staff-record">Registro de medidas</h3>
        <p className="text-ink-soft">Todo lo que hizo el equipo, con su motivo. Nada se borra ni se cambia.</p>
      </div>
      {items ? (
        <MeasureHistory measures={items} withTargets listRef={list} />
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
