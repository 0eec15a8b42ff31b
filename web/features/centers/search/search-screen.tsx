import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import { useApi } from '#web/platform/api.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { classNames } from '#web/ui/class-names.ts'
import { dot } from '#web/ui/dot.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import ChevronDown from '~icons/lucide/chevron-down'
import MapIcon from '~icons/lucide/map'
import { EmergencyNumbers } from '../emergency-numbers.tsx'
import type { ResultsMapProps } from '../map/results-map.tsx'
import { UnknownSpecialty } from '../unknown-specialty.tsx'
import { careLabels } from './care-filters.ts'
import { type CenterResults, centerResults } from './center-results.ts'
import { type CentersSearch, parseCentersSearch, unknownSpecialty } from './centers-search.ts'
import { CollapsedSearch } from './collapsed-search.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { LocationError, OwnLocation } from './own-location.tsx'
import { ownPlace, requestedPoint } from './own-place.ts'
import { ResultList } from './result-list.tsx'
import { SearchBar, searchFormId } from './search-bar.tsx'
import { SearchFilters } from './search-filters.tsx'
import { dayLabel, partOptions, readCentersSearch, sortOptions } from './search-values.ts'
import { useOwnLocation } from './use-own-location.ts'

/** Leaflet loads with the first map. */
const ResultsMap = lazyPart(() => import('../map/results-map.tsx').then((module) => module.ResultsMap))

/** The search page at /centers. `today` is the local day from which its times are counted. */
export function CentersScreen({ search, today }: { search: CentersSearch; today: string }) {
  const tools = useApi()
  const navigate = useNavigate()
  const results = useQuery(centerResults({ ...tools, search }))
  // While new results load, the controls keep their values.
  const latestResults = useQuery({ ...centerResults({ ...tools, search }), placeholderData: keepPreviousData }).data
  const values = readCentersSearch(search)
  const [typedPlace, setTypedPlace] = useState<string>()
  const filters = useRef<HTMLDialogElement>(null)
  const hasMap = search.map === '1'
  const [active, setActive] = useState<string>()
  const [chosenId, setChosenId] = useState<string>()
  const { location, allowAsking } = useSearchLocation({ search, asksLocation: results.data?.asksLocation })

  function submit(form: HTMLFormElement) {
    allowAsking()
    if (filters.current?.open) filters.current.close()
    location.discard()
    setTypedPlace(undefined)
    void navigate({
      to: '/centers',
      search: withMap(parseCentersSearch(Object.fromEntries(new FormData(form))), search),
    })
  }

  function choosePlace(value: string) {
    setTypedPlace(value)
    if (value === ownPlace && !values.point) location.ask()
  }

  return (
    <Page className={classNames('grid gap-4 pt-4 pb-16 sm:gap-6', !hasMap && 'sm:pt-10')}>
      <div className="grid gap-3 sm:gap-4">
        <h1 className={hasMap ? 'sr-only' : ''}>Centros Terapéuticos</h1>
        <SearchArea search={search} placeName={latestResults?.placeName}>
          <SearchBar
            search={search}
            today={today}
            noneToday={latestResults?.noneToday ?? false}
            onSubmit={submit}
            onPlaceChange={choosePlace}
            locationFailed={location.error !== undefined}
          />
          <OwnLocation location={location} isKnown={values.point !== undefined} />
        </SearchArea>
        <LocationError location={location} hasPlace={values.hasPlace} />
      </div>

      {soundsLikeEmergency(values.q) && <EmergencyNumbers />}
      {search.specialties?.split(',').includes(unknownSpecialty) && <UnknownSpecialty />}

      <div className={hasMap ? 'grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-2 lg:gap-6' : 'grid'}>
        <div
          className={classNames(
            'grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2 gap-y-3 sm:gap-x-4',
            !hasMap && 'lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-x-10',
          )}
        >
          <FilterSheet ref={filters} hasMap={hasMap} filterCount={countFilters(search)}>
            <SearchFilters
              search={search}
              hasPlace={typedPlace === undefined ? values.hasPlace : typedPlace !== ''}
              pending={results.isFetching && !results.isFetched}
            />
          </FilterSheet>
          <ResultTools search={search} results={latestResults} hasMap={hasMap} />
          <ResultList
            {...{ search, today, results }}
            {...(hasMap && { active: active ?? chosenId, onActive: setActive })}
          />
        </div>
        {hasMap && (
          <MapPanel {...{ search, today, active }} results={results.data} onActive={setActive} onChoose={setChosenId} />
        )}
      </div>
    </Page>
  )
}

type SearchLocationOptions = { search: CentersSearch; asksLocation: boolean | undefined }

/** `asksLocation`: whether the words of the search ask for centres near the visitor. */
function useSearchLocation({ search, asksLocation }: SearchLocationOptions) {
  const navigate = useNavigate()
  const { hasPlace } = readCentersSearch(search)
  const location = useOwnLocation({
    onLoad: search.at === requestedPoint ? 'ask' : hasPlace ? undefined : 'askIfGranted',
    onFound: (at) =>
      void navigate({ to: '/centers', search: { ...search, near: undefined, at, area: undefined, page: undefined } }),
  })
  // The words ask for the location only after a press on Buscar, and not when a link is opened.
  const [mayAsk, setMayAsk] = useState(false)
  const shouldAsk = mayAsk && asksLocation === true
  const ask = useEffectEvent(() => {
    setMayAsk(false)
    location.ask()
  })
  useEffect(() => {
    if (shouldAsk) ask()
  }, [shouldAsk])
  return { location, allowAsking: () => setMayAsk(true) }
}

/** A new search keeps the map, and its area until another place is chosen. */
function withMap(next: CentersSearch, { map, area, near, at }: CentersSearch): CentersSearch {
  return { ...next, map, area: next.near === near && next.at === at ? area : undefined }
}

/** The filters that the sheet holds: place and time are in the bar above it. */
function countFilters(search: CentersSearch): number {
  const { specialties, rating } = readCentersSearch(search)
  const others = [rating > 0, search.verified, search.km !== undefined]
  return specialties.length + careLabels(search).length + others.filter(Boolean).length
}

type ResultToolsProps = { search: CentersSearch; results: CenterResults | undefined; hasMap: boolean }

function ResultTools({ search, results, hasMap }: ResultToolsProps) {
  return (
    <div className={classNames('result-tools', !hasMap && 'lg:relative lg:z-1 lg:col-start-2 lg:row-start-1')}>
      {results && results.total > 1 && <SortField search={search} hasPlace={results.placeName !== undefined} />}
      <MapToggle search={search} />
    </div>
  )
}

type SearchAreaProps = { search: CentersSearch; placeName: string | undefined; children: ReactNode }

/** The search bar. On a phone, a search that was sent is one line, which a press expands. */
function SearchArea({ search, placeName, children }: SearchAreaProps) {
  const { q, near, at, when, part, area, map } = search
  const isUsed = [q, near, at, when, part, area, map].some((value) => value !== undefined)
  if (!isUsed) return <div className="grid gap-3 sm:gap-4">{children}</div>
  const place = at === undefined ? near && (placeName ?? near) : 'Cerca de ti'
  const day = when === undefined ? undefined : dayLabel(search)
  const partLabel = partOptions.find(({ value }) => value === part)?.label
  const line = [q ?? 'Todos los servicios', place, area && 'En la zona del mapa', day, partLabel]
    .filter(Boolean)
    .join(dot)
  return (
    // The key collapses the bar again after a new search.
    <CollapsedSearch key={JSON.stringify(search)} line={line}>
      {children}
    </CollapsedSearch>
  )
}

/** The order of the results. A choice takes effect at once, or with the form until JavaScript has loaded. */
function SortField({ search, hasPlace }: { search: CentersSearch; hasPlace: boolean }) {
  const navigate = useNavigate()
  return (
    <label className={classNames('flex min-h-11 min-w-0 items-center gap-1.5 text-sm', search.map && 'max-lg:hidden')}>
      {/* Between the filters and the map, a phone has room for the order alone. */}
      <span className="whitespace-nowrap text-ink-soft max-sm:sr-only">Ordenar por</span>
      {/* Safari paints a select of its own over any background. */}
      <span className="relative min-w-0">
        <select
          key={search.sort}
          form={searchFormId}
          name="sort"
          defaultValue={search.sort ?? ''}
          onChange={({ currentTarget }) => {
            const sorted = parseCentersSearch({ ...search, sort: currentTarget.value, page: undefined })
            void navigate({ to: '/centers', search: sorted, resetScroll: false })
          }}
          className="min-h-9 w-full cursor-pointer appearance-none field-sizing-content rounded-control bg-transparent pr-6 pl-1 font-semibold text-ellipsis outline-offset-2 pointer-coarse:min-h-11"
        >
          <option value="">{hasPlace ? 'Más cerca' : 'Relevancia'}</option>
          {sortOptions.map(({ value, label }) =>
            // With a place, the nearest centres are first anyway.
            value === 'distance' ? null : (
              <option key={value} value={value}>
                {label}
              </option>
            ),
          )}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-1 size-4 -translate-y-1/2"
        />
      </span>
    </label>
  )
}

function MapPanel(props: ResultsMapProps) {
  const hydrated = useHydrated()
  const loading = <Skeleton className="h-[75dvh] noscript:hidden" />
  return hydrated ? (
    <Suspense fallback={loading}>
      <ResultsMap {...props} />
    </Suspense>
  ) : (
    loading
  )
}

/** Opens and closes the map; the choice is in the URL. */
function MapToggle({ search }: { search: CentersSearch }) {
  return (
    <Link
      to="/centers"
      search={{ ...search, map: search.map ? undefined : '1' }}
      resetScroll={false}
      className={buttonClass({
        variant: 'secondary',
        size: 'small',
        className: 'shrink-0 whitespace-nowrap noscript:hidden max-lg:min-h-11',
      })}
    >
      <MapIcon aria-hidden="true" className="size-4.5" />
      {search.map ? (
        <>
          <span className="lg:hidden">Ver lista</span>
          <span className="max-lg:hidden">Cerrar el mapa</span>
        </>
      ) : (
        'Ver mapa'
      )}
    </Link>
  )
}
