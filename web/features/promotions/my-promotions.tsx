import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { brand } from '#contract/brand.ts'
import type { Promotion } from '#contract/promotions.ts'
import { useApi } from '#web/platform/api.ts'
import { latestOf } from '#web/platform/use-edited.ts'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import Plus from '~icons/lucide/plus'

import { PromotionDialog } from './promotion-dialog.tsx'
import { PromotionFigures } from './promotion-figures.tsx'
import type { PromotionOwner } from './promotion-owner.ts'
import { PromotionRow } from './promotion-row.tsx'

export function MyPromotions({ owner, isOnly }: { owner: PromotionOwner; isOnly: boolean }) {
  const { queries } = useApi()
  const { centerId } = owner
  const query = useQuery(queries.promotions.list.queryOptions({ input: centerId === null ? {} : { centerId } }))
  const [edited, setEdited] = useState<Promotion | 'new'>()
  const headingId = `promotions-${centerId ?? 'senda'}`
  const items = query.data?.items
  const createButton = (
    <Button icon={<Plus aria-hidden="true" />} {...opensDialog} onClick={() => setEdited('new')}>
      Crear promoción
    </Button>
  )
  return (
    <section aria-labelledby={headingId} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={headingId}>{isOnly ? 'Mis Promociones' : `Mis Promociones: ${owner.name}`}</h2>
        {items && items.length > 0 && createButton}
      </div>
      {!items && (
        <Pending query={query} loading="Cargando las promociones" failed="No se pudieron cargar las promociones">
          <Skeleton className="h-40" />
        </Pending>
      )}
      {items?.length === 0 && (
        <EmptyState drawing="ticket" title="Todavía no creaste promociones" heading="h3" action={createButton}>
          {centerId === null
            ? `Las de ${brand.name} valen en todos los centros, y ${brand.name} le acredita el descuento al centro.`
            : 'Un código baja el precio de tus consultas a quien lo use. Tú decides cuánto, cuántas veces y hasta cuándo.'}
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <>
          <ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-panel">
            {items.map((promotion) => (
              <PromotionRow key={promotion.id} promotion={promotion} onEdit={() => setEdited(promotion)} />
            ))}
          </ul>
          <PromotionFigures promotions={items} />
        </>
      )}
      {edited && (
        <PromotionDialog
          key={edited === 'new' ? 'new' : edited.id}
          owner={owner}
          promotion={edited === 'new' ? undefined : latestOf(items ?? [], edited)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}
