import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import { useApi } from '#web/platform/api.ts'
import { formatTotal } from '#web/platform/formats.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { ZoneNote } from '#web/platform/zone-note.tsx'
import { Anchor } from '#web/ui/anchor.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pagination } from '#web/ui/pagination.tsx'

import { EmergencyNumbers } from '../emergency-numbers.tsx'
import { ResultsError } from '../results-error.tsx'
import { UnknownSpecialty } from '../unknown-specialty.tsx'
import { FinderCardSkeleton, FinderCenterCard } from './finder-card.tsx'
import { FinderForm } from './finder-form.tsx'
import { type FinderResults, finderResults } from './finder-results.ts'
import { type FinderSearch, parseFinderSearch } from './finder-search.ts'
import { finderHref, readFinderSearch } from './finder-values.ts'

const skeletons = Array.from({ length: 6 }, (_, index) => index)
const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** The search page at /search-centers. `today` is the local day from which free times are counted. */
export function FinderScreen({ search: typed, today }: { search: FinderSearch; today: string }) {
  const search = readFinderSearch(typed)
  const tools = useApi()
  const navigate = useNavigate()
  const results = useQuery(finderResults({ ...tools, search }))
  const { data } = results
  const hydrated = useHydrated()
  // A request that failed on the server is repeated in the browser, which starts from the skeleton.
  const failed = !data && results.isError && hydrated

  function submit(form: HTMLFormElement) {
    const values = readFinderSearch(parseFinderSearch(Object.fromEntries(new FormData(form))))
    void navigate({ to: '/search-centers', search: values, resetScroll: false })
  }

  return (
    <Page className="grid gap-6 pt-6 pb-16 sm:pt-10">
      <header className="grid gap-2">
        <h1>Encuentra tu centro terapéutico ideal</h1>
        <p className="max-w-[38.5em] text-lg text-ink-soft">
          Compara centros y profesionales por especialidad, cercanía y opiniones de otros pacientes.
        </p>
      </header>
      <FinderForm search={search} pending={results.isFetching && !results.isFetched} onSubmit={submit} />
      {soundsLikeEmergency(search.q ?? '') && <EmergencyNumbers />}
      {typed.specialty && !search.specialty && <UnknownSpecialty />}
      <section aria-labelledby="results" aria-busy={results.isPending || undefined} className="grid gap-4">
        <h2 id="results" className="sr-only">
          Resultados
        </h2>
        <p role="status" className={data && data.total > 0 ? 'font-semibold' : 'sr-only'}>
          {data ? countText(data) : failed ? '' : 'Cargando centros…'}
        </p>
        {data && data.total > 0 && <ZoneNote />}
        {failed && <ResultsError results={results} />}
        {!data && !failed && (
          <div className={grid}>
            {skeletons.map((index) => (
              <FinderCardSkeleton key={index} />
            ))}
          </div>
        )}
        {data && <FoundCenters search={search} results={data} today={today} />}
      </section>
    </Page>
  )
}

function countText({ total, countedTo }: FinderResults): string {
  if (total === 0) return 'No se encontraron centros'
  return total === 1 ? '1 centro encontrado' : `${formatTotal({ total, countedTo })} centros encontrados`
}

function FoundCenters({ search, results, today }: { search: FinderSearch; results: FinderResults; today: string }) {
  if (results.items.length === 0) {
    const isPastEnd = results.total > 0
    return (
      <EmptyState
        title={isPastEnd ? 'Esta página ya no existe' : 'No se encontraron centros'}
        action={
          <Anchor
            href={isPastEnd ? finderHref({ ...search, page: undefined }) : '/search-centers'}
            className={buttonClass()}
          >
            {isPastEnd ? 'Ver la primera página' : 'Limpiar filtros'}
          </Anchor>
        }
      >
        {isPastEnd ? 'La lista es ahora más corta.' : 'Prueba con otras palabras, más distancia o menos filtros.'}
      </EmptyState>
    )
  }
  return (
    <>
      <div className={grid}>
        {results.items.map((center, index) => (
          <FinderCenterCard key={center.id} center={center} today={today} eager={index < 3} />
        ))}
      </div>
      <Pagination
        page={results.page}
        pageCount={results.pages}
        hrefOf={(page) => finderHref({ ...search, page: page === 1 ? undefined : String(page) })}
        label="Páginas de resultados"
        className="mt-4"
      />
    </>
  )
}
