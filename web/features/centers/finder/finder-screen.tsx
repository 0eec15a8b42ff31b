import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import { useApi } from '#web/platform/api.ts'
import { formatTotal } from '#web/platform/formats.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { CenterGrid } from '../center-grid.tsx'
import { EmergencyNumbers } from '../emergency-numbers.tsx'
import type { GridResults } from '../grid-center.ts'
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
