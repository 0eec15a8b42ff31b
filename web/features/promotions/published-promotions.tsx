import type { PublishedPromotion } from '#contract/promotions.ts'
import { useApi } from '#web/platform/api.ts'
import { useCursorList } from '#web/platform/cursor-pages.ts'
import { dayWords, discountWords } from '#web/platform/discount-words.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CursorList } from '#web/ui/cursor-list.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { CopyCode } from './copy-code.tsx'

export function PublishedPromotions({ onChoose }: { onChoose: (code: string) => void }) {
  const { queries } = useApi()
  const pages = useCursorList(queries.promotions.published, { limit: 12 })
  return (
    <section aria-labelledby="published" className="grid gap-4">
      <h2 id="published">Promociones publicadas</h2>
      <CursorList
        pages={pages}
        loading="Cargando las promociones"
        failed="No se pudieron cargar las promociones"
        skeletons={<Skeleton className="h-40" />}
        empty={
          <EmptyState drawing="ticket" title="Por ahora no hay promociones publicadas" heading="h3">
            Cuando un centro publique una, la vas a ver aquí.
          </EmptyState>
        }
        className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3"
      >
        {(promotion) => <PublishedCard key={promotion.id} promotion={promotion} onChoose={onChoose} />}
      </CursorList>
    </section>
  )
}

type CardProps = { promotion: PublishedPromotion; onChoose: (code: string) => void }

function PublishedCard({ promotion, onChoose }: CardProps) {
  const { code, name, description, center, minimumCents, validUntil } = promotion
  const terms = [
    ...(minimumCents > 0 ? [`A partir de ${formatMoney(minimumCents)}.`] : []),
    ...(validUntil ? [`Hasta el ${dayWords(validUntil)}.`] : []),
  ]
  return (
    <Card as="li" className="grid grid-rows-[1fr_auto] gap-4">
      <div className="grid content-start gap-1.5">
        <h3 className="wrap-anywhere">{name}</h3>
        <p className="font-medium">{discountWords(promotion)}</p>
        {description && <p className="text-ink-soft wrap-anywhere">{description}</p>}
        {terms.length > 0 && <p className="text-sm text-ink-soft">{terms.join(' ')}</p>}
        {center ? (
          <Anchor href={`/centers/${center.id}`} className="link justify-self-start text-sm">
            {center.name}
          </Anchor>
        ) : (
          <p className="text-sm text-ink-soft">En todos los centros</p>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <CopyCode code={code} />
        <Button size="small" aria-label={`Usar el código ${code}`} onClick={() => onChoose(code)}>
          Usar
        </Button>
      </div>
    </Card>
  )
}
