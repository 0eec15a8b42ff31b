import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import { useApi } from '#web/platform/api.ts'
import { formatTotal } from '#web/platform/formats.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { CenterGrid } from '../center-grid.tsx'
import { EmergencyNumbers } from '../emergency-numbers.tsx'
import type { GridResults } from '../grid-center.ts'
import { CollapsedSearch } from '../search/collapsed-search.tsx'
import { LocationError } from '../search/own-location.tsx'
import { useOwnLocation } from '../search/use-own-location.ts'
import { UnknownSpecialty } from '../unknown-specialty.tsx'
import { FinderForm } from './finder-form.tsx'
import { finderResults } from './finder-results.ts'
import { type FinderSearch, parseFinderSearch } from './finder-search.ts'
import { finderHref, readFinderSearch } from './finder-values.ts'

/** The search page at /search-centers. `today` is the local day from which free times are counted. */
export function FinderScreen({ search: typed, today }: { search: FinderSearch; today: string }) {
  const search = readFinderSearch(typed)
  const tools = useApi()
  const navigate = useNavigate()
  const results = useQuery(finderResults({ ...tools, search }))

  const location = useOwnLocation({
    onLoad: search.near === undefined ? 'askIfGranted' : undefined,
    onFound: (near) =>
      void navigate({ to: '/search-centers', search: { ...search, near, page: undefined }, resetScroll: false }),
  })

  function submit(form: HTMLFormElement) {
    location.discard()
    const values = readFinderSearch(parseFinderSearch(Object.fromEntries(new FormData(form))))
    void navigate({ to: '/search-centers', search: values, resetScroll: false })
  }

  const isUsed = Object.values(search).some((value) => value !== undefined)
  const form = (
    <FinderForm
      search={search}
      pending={results.isFetching && !results.isFetched}
      location={location}
      onSubmit={submit}
    />
  )

  return (
    <Page className={classNames('grid pb-16 sm:gap-6 sm:pt-10', isUsed ? 'gap-3 pt-4' : 'gap-6 pt-6')}>
      <header className="grid gap-2">
        <h1 className={classNames(isUsed && 'max-sm:sr-only')}>Encuentra tu centro terapéutico ideal</h1>
        <p className={classNames('max-w-[38.5em] text-lg text-ink-soft', isUsed && 'max-sm:hidden')}>
          Compara centros y profesionales por especialidad, cercanía y opiniones de otros pacientes.
        </p>
      </header>
      <div className="grid gap-3">
        {isUsed ? (
          // The key collapses the form again after a new search.
          <CollapsedSearch key={JSON.stringify(search)} line={search.q ?? 'Todos los servicios'}>
            {form}
          </CollapsedSearch>
        ) : (
          form
        )}
        <LocationError location={location} hasPlace={search.near !== undefined} />
      </div>
      {soundsLikeEmergency(search.q ?? '') && <EmergencyNumbers />}
      {typed.specialty && !search.specialty && <UnknownSpecialty />}
      <section aria-labelledby="results" aria-busy={results.isPending || undefined} className="grid gap-4">
        <h2 id="results" className="sr-only">
          Resultados
        </h2>
        <CenterGrid
          results={results}
          countOf={countText}
          countClass="font-semibold"
          kind="found"
          today={today}
          perPage={6}
          hrefOfPage={(page) => finderHref({ ...search, page })}
          label="Páginas de resultados"
          nothingFound={({ total }) => <NothingFound search={search} isPastEnd={total > 0} />}
        />
      </section>
    </Page>
  )
}

function countText({ total, countedTo }: GridResults): string {
  if (total === 0) return 'No se encontraron centros'
  return total === 1 ? '1 centro encontrado' : `${formatTotal({ total, countedTo })} centros encontrados`
}

function NothingFound({ search, isPastEnd }: { search: FinderSearch; isPastEnd: boolean }) {
  if (isPastEnd) {
    return (
      <EmptyState
        drawing="signpost"
        title="Esta página ya no existe"
        action={
          <Anchor href={finderHref({ ...search, page: undefined })} className={buttonClass()}>
            Ver la primera página
          </Anchor>
        }
      >
        La lista es ahora más corta.
      </EmptyState>
    )
  }
  const isLimited = search.near !== undefined && search.km !== '0'
  return (
    <EmptyState
      drawing="map"
      title="No se encontraron centros"
      action={
        <>
          {isLimited && (
            <Anchor href={finderHref({ ...search, km: '0', page: undefined })} className={buttonClass()}>
              Buscar sin límite de distancia
            </Anchor>
          )}
          <Anchor href="/search-centers" className={buttonClass({ variant: isLimited ? 'secondary' : 'primary' })}>
            Limpiar filtros
          </Anchor>
        </>
      }
    >
      Prueba aumentar la distancia, ajustar los filtros o permitir el acceso a tu ubicación.
    </EmptyState>
  )
}
