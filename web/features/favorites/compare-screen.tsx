import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { brand } from '#contract/brand.ts'
import { maxCompared } from '#contract/favorite-limits.ts'
import type { FavoriteCard } from '#contract/favorites.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { ZoneNote } from '#web/platform/zone-note.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type CompareSearch, idsOf } from './compare-search.ts'
import { ComparedTable } from './compared-table.tsx'
import { comparedCards } from './favorite-cards.ts'

/** Up to three centres side by side. `today` is the local day from which their times are counted. */
export function CompareScreen({ search, today }: { search: CompareSearch; today: string }) {
  const tools = useApi()
  const centerIds = idsOf(search.centers)
  const cards = useQuery(comparedCards({ ...tools, search }))
  const items = cards.data?.items ?? []
  const missing = cards.data ? centerIds.length - items.length : 0
  return (
    <Page className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 pt-4 pb-16 sm:pt-6">
      <Breadcrumb
        items={[{ label: 'Inicio', href: '/' }, { label: 'Centros', href: '/centers' }, { label: 'Comparar' }]}
      />
      <div className="grid gap-1">
        <h1>Comparar centros</h1>
        {items.length > 0 && <p className="text-ink-soft">{subtitle(search.q, cards.data?.placeName ?? null)}</p>}
      </div>
      {missing > 0 && (
        <p role="status">
          {missing === 1
            ? `Uno de los centros ahora no está publicado en ${brand.name}.`
            : `${missing} de los centros ahora no están publicados en ${brand.name}.`}
        </p>
      )}
      {centerIds.length === 0 || (cards.data && items.length === 0) ? (
        <EmptyState
          drawing="scales"
          title="No hay centros para comparar"
          action={
            <>
              <Link to="/centers" className={buttonClass({})}>
                Buscar centros
              </Link>
              <Link to="/favorites" className={buttonClass({ variant: 'secondary' })}>
                Ver guardados
              </Link>
            </>
          }
        >
          {`Elige hasta ${maxCompared} con el botón de la balanza, en los resultados o en tus guardados.`}
        </EmptyState>
      ) : cards.isError && !cards.data ? (
        <ErrorState title="No se pudieron cargar los centros" onRetry={() => void cards.refetch()}>
          {errorMessage(cards.error)}
        </ErrorState>
      ) : cards.data ? (
        <Compared items={items} search={search} today={today} hasPlace={cards.data.placeName !== null} />
      ) : (
        <Skeleton className="h-130" />
      )}
    </Page>
  )
}

type ComparedProps = { items: FavoriteCard[]; search: CompareSearch; today: string; hasPlace: boolean }

function Compared(props: ComparedProps) {
  return (
    <ZoneNote instants={props.items.flatMap(({ nextTimes }) => nextTimes.slice(0, 1).map(({ startsAt }) => startsAt))}>
      <ComparedTable {...props} />
    </ZoneNote>
  )
}

/** What the prices and the times are for, and from where distances are measured. */
function subtitle(q: string | undefined, placeName: string | null): string {
  const need = q
    ? `Precio y próxima hora para «${q}».`
    : 'Precio y próxima hora de lo primero que se reserva en cada uno.'
  if (placeName === null) return need
  return `${need} Distancia desde ${placeName === 'Tu ubicación' ? 'donde estás' : placeName}.`
}
