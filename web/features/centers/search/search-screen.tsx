import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import LocateFixed from 'lucide-react/icons/locate-fixed'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'

import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import { useApi } from '#web/platform/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { EmergencyNumbers } from '../emergency-numbers.tsx'
import { centerResults } from './center-results.ts'
import { type CentersSearch, parseCentersSearch, readCentersSearch } from './centers-search.ts'
import { ResultList } from './result-list.tsx'
import { SearchBar } from './search-bar.tsx'
import { SearchFilters } from './search-filters.tsx'
import { askedPoint, ownPlace, useOwnLocation } from './use-own-location.ts'

/** Search page A. `today` is the local day from which its times are counted. */
export function CentersScreen({ search, today }: { search: CentersSearch; today: string }) {
  const tools = useApi()
  const navigate = useNavigate()
  const results = useQuery(centerResults({ ...tools, search }))
  // While new results load, the controls keep their values.
  const settled = useQuery({ ...centerResults({ ...tools, search }), placeholderData: keepPreviousData }).data
  const values = readCentersSearch(search)
  const [typedPlace, setTypedPlace] = useState<string>()
  const filters = useRef<HTMLDetailsElement>(null)
  const location = useOwnLocation({
    onLoad: search.at === askedPoint ? 'ask' : values.hasPlace ? undefined : 'askIfGranted',
    onFound: (at) => void navigate({ to: '/centers', search: { ...search, near: undefined, at, page: undefined } }),
  })

  // Only after a press on Buscar: an opened link asks for nothing.
  const [isAwaited, setIsAwaited] = useState(false)
  const needsLocation = isAwaited && results.data?.asksLocation === true
  const askForLocation = useEffectEvent(() => {
    setIsAwaited(false)
    location.ask()
  })
  useEffect(() => {
    if (needsLocation) askForLocation()
  }, [needsLocation])

  function submit(form: HTMLFormElement) {
    setIsAwaited(true)
    if (filters.current) filters.current.open = false
    location.discard()
    setTypedPlace(undefined)
    void navigate({ to: '/centers', search: parseCentersSearch(Object.fromEntries(new FormData(form))) })
  }

  const isTimeFiltered = search.when === undefined ? (settled?.today ?? true) : search.when !== 'any'
  function choosePlace(value: string) {
    setTypedPlace(value)
    if (value === ownPlace && !values.point) location.ask()
  }

  const chosenFilters = [
    ...values.specialties,
    ...[values.rating > 0, search.km !== undefined, isTimeFiltered, values.part !== undefined].filter(Boolean),
  ].length

  return (
    <Page className="grid gap-6 pt-6 pb-16 sm:pt-10">
      <div className="grid gap-4">
        <h1>Centros Terapéuticos</h1>
        <SearchBar
          search={search}
          today={today}
          noneToday={settled?.noneToday ?? false}
          onSubmit={submit}
          onPlaceChange={choosePlace}
          locationFailed={location.error !== undefined}
        />
        <OwnLocation location={location} isKnown={values.point !== undefined} hasPlace={values.hasPlace} />
      </div>

      {soundsLikeEmergency(values.q) && <EmergencyNumbers />}

      <div className="grid items-start gap-x-10 gap-y-5 lg:grid-cols-[16rem_1fr]">
        <section aria-label="Filtros" className="lg:sticky lg:top-24">
          {/* On a phone it opens in place, above the results, and needs no JavaScript; on wide screens it is always open. */}
          <FiltersToggle ref={filters} chosenFilters={chosenFilters} />
          <div className="hidden rounded-card border border-line bg-panel p-5 peer-open:mt-2 peer-open:block lg:block lg:border-0 lg:bg-transparent lg:p-0">
            <SearchFilters
              search={search}
              hasPlace={typedPlace === undefined ? values.hasPlace : typedPlace !== ''}
              pending={results.isFetching && !results.isFetched}
            />
          </div>
        </section>
        <ResultList search={search} today={today} results={results} />
      </div>
    </Page>
  )
}

/** Asks the browser for the visitor's position, and says why it has none. */
function OwnLocation({
  location,
  isKnown,
  hasPlace,
}: {
  location: ReturnType<typeof useOwnLocation>
  isKnown: boolean
  hasPlace: boolean
}) {
  return (
    <>
      <div className="-mt-1 flex flex-wrap items-center gap-x-2">
        <Button
          variant="quiet"
          size="small"
          pending={location.asking}
          pendingLabel="Buscando tu ubicación…"
          icon={<LocateFixed aria-hidden="true" className="size-4.5" />}
          onClick={location.ask}
          className="-ml-3"
        >
          {isKnown ? 'Actualizar mi ubicación' : 'Usar mi ubicación'}
        </Button>
      </div>
      {location.error && (
        <Banner tone="amber" role="alert" title={location.error} onDismiss={location.discard}>
          {hasPlace
            ? 'La distancia se mide desde el lugar que elegiste.'
            : 'Los centros aparecen sin ordenar por distancia.'}
        </Banner>
      )}
    </>
  )
}

function FiltersToggle({ ref, chosenFilters }: { ref: Ref<HTMLDetailsElement>; chosenFilters: number }) {
  return (
    <details ref={ref} className="peer lg:hidden">
      <summary
        className={buttonClass({
          variant: 'secondary',
          wide: true,
          className: 'list-none [&::-webkit-details-marker]:hidden',
        })}
      >
        <SlidersHorizontal aria-hidden="true" className="size-5" />
        Filtros
        {chosenFilters > 0 && (
          <span className="rounded-full bg-action px-2 text-sm text-on-action">
            {chosenFilters}
            <span className="sr-only">{chosenFilters === 1 ? ' elegido' : ' elegidos'}</span>
          </span>
        )}
      </summary>
    </details>
  )
}
