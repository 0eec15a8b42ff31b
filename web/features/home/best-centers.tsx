import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CenterCard } from '#contract/center-search.ts'
import { hasOneName } from '#contract/center-words.ts'
import { Cover } from '#web/features/centers/cover.tsx'
import { publicName } from '#web/features/centers/public-name.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { dot } from '#web/ui/dot.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { VerifiedMark } from '#web/ui/verified-mark.tsx'

import { bestCentersInput } from './best-centers-input.ts'

const grid = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3'
const shownCards = 3
const places = [1, 2, 3]

export function BestCenters() {
  return (
    <Page className="pt-14 lg:pt-20">
      <section aria-labelledby="best-centers">
        <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <h2 id="best-centers" className="text-2xl">
            Los mejor calificados
          </h2>
          <Link
            to="/centers"
            search={{ when: 'any' }}
            className={buttonClass({ variant: 'quiet', className: '-mx-4.5' })}
          >
            Ver todos los centros
          </Link>
        </div>
        <CenterList />
      </section>
    </Page>
  )
}

function CenterList() {
  const { queries } = useApi()
  const hydrated = useHydrated()
  const centers = useQuery(queries.centers.search.queryOptions({ input: bestCentersInput }))

  if (centers.data?.items.length === 0) {
    return (
      <EmptyState drawing="house" title="Todavía no hay centros publicados" heading="h3">
        Los primeros están completando su verificación. Vuelve pronto.
      </EmptyState>
    )
  }
  if (centers.data) {
    return (
      <ul className={grid}>
        {withDrawings(centers.data.items.slice(0, shownCards)).map(({ center, drawn }) => (
          <li key={center.id} className="grid sm:last:odd:max-lg:hidden">
            <CompactCenterCard center={center} drawn={drawn} />
          </li>
        ))}
      </ul>
    )
  }
  // A request that failed on the server is repeated in the browser, which starts from the skeleton.
  if (centers.isError && hydrated) {
    return (
      <ErrorState
        title="No se pudieron cargar los centros"
        onRetry={() => void centers.refetch()}
        retrying={centers.isFetching}
      >
        {errorMessage(centers.error)}
      </ErrorState>
    )
  }
  return (
    <div aria-busy="true" className={grid}>
      <span className="sr-only">Cargando centros</span>
      {places.map((place) => (
        <Card key={place} padding="none" className="overflow-hidden">
          <Skeleton className="h-40 rounded-none" />
          <div className="grid gap-3 p-5">
            <Skeleton className="h-6 w-3/4" />
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-5 w-2/3" />
          </div>
        </Card>
      ))}
    </div>
  )
}

type Drawn = { center: CenterCard; drawn: CenterCard['services'] }

/** Adds the services to draw, first one that leads no card before it, so that neighbours look different. */
function withDrawings(centers: readonly CenterCard[]): Drawn[] {
  const leads = new Set<string>()
  return centers.map((center) => {
    const drawn = center.services.toSorted((one, other) => Number(leads.has(one)) - Number(leads.has(other)))
    if (drawn[0]) leads.add(drawn[0])
    return { center, drawn }
  })
}

function CompactCenterCard({ center, drawn }: Drawn) {
  return (
    <Card
      as="article"
      padding="none"
      className="relative flex flex-col overflow-hidden transition-colors hover:border-control"
    >
      <Cover coverUrl={center.coverUrl} services={drawn} shape="wide" className="h-36 w-full" />
      <div className="flex grow flex-col gap-1.5 p-5">
        {center.verified && (
          <VerifiedMark label={hasOneName(publicName(center)) ? 'Perfil verificado' : 'Centro verificado'} />
        )}
        <h3 data-center-name={`center-${center.id}`}>
          <Link
            to="/centers/$centerId"
            params={{ centerId: center.id }}
            className="rounded-control before:absolute before:inset-0 before:content-[''] hover:text-action"
          >
            {center.name}
          </Link>
        </h3>
        <p className="text-ink-soft">{center.specialties.slice(0, 3).join(dot)}</p>
        <p className="text-ink-soft">{center.neighborhood ?? center.department}</p>
        <p className="mt-auto flex flex-wrap items-center justify-between gap-x-4 pt-2">
          <Stars rating={center.rating} reviewCount={center.totalReviews} compact />
          <Price cents={center.priceFromCents} from />
        </p>
      </div>
    </Card>
  )
}
