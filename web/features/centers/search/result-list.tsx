import type { UseQueryResult } from '@tanstack/react-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { Suspense } from 'react'

import { formatTotal } from '#web/platform/formats.ts'
import { classNames } from '#web/ui/class-names.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { Pagination } from '#web/ui/pagination.tsx'

import { ResultsView } from '../results-view.tsx'
import { CenterCard, CenterCardSkeleton } from './center-card.tsx'
import type { CenterResults } from './center-results.ts'
import type { CentersSearch } from './centers-search.ts'
import { FilterChips } from './filter-chips.tsx'
import { LeftOut } from './left-out.tsx'
import { NothingFound } from './nothing-found.tsx'
import { centersHref } from './search-values.ts'

/** Most searches find something, so the browser loads this only when the page shows it. */
const WhenNothingFound = createIsomorphicFn()
  .server(() => NothingFound)
  .client(() => lazyPart(() => import('./nothing-found.tsx').then((module) => module.NothingFound)))()

const skeletons = Array.from({ length: 6 }, (_, index) => index)

export type ResultListProps = {
  search: CentersSearch
  /** The local day from which times are counted. */
  today: string
  results: UseQueryResult<CenterResults>
  /** The centre whose marker or card has the pointer or the focus; without a map, undefined. */
  active?: string | undefined
  onActive?: (centerId: string | undefined) => void
}

export function ResultList({ search, today, results, active, onActive }: ResultListProps) {
  const hasMap = search.map === '1'
  return (
    <section
      aria-labelledby="results"
      aria-busy={results.isPending || undefined}
      className={classNames(
        '@container/results col-span-2 grid min-w-0 gap-3 sm:gap-4',
        // On a phone the map is shown instead of the list.
        hasMap ? 'max-lg:hidden noscript:max-lg:grid' : 'lg:col-span-1 lg:col-start-2 lg:row-start-1',
      )}
    >
      <h2 id="results" className="sr-only">
        Resultados
      </h2>
      {/* On wide screens the order of the results is at the right of the count. */}
      <ResultsView
        results={results}
        countOf={(data) => <Count search={search} results={data} />}
        countClass={classNames('text-ink-soft', !hasMap && 'lg:py-2 lg:pr-96')}
        skeleton={skeletons.map((index) => <CenterCardSkeleton key={index} />)}
      >
        {(data) => (
          <>
            <FilterChips search={search} results={data} />
            <Found {...{ search, today, active, onActive }} results={data} />
          </>
        )}
      </ResultsView>
    </section>
  )
}

function Count({ search, results }: Pick<ResultListProps, 'search'> & { results: CenterResults }) {
  const { total, countedTo, today, placeName } = results
  const isNearestFirst = search.sort === undefined || search.sort === 'distance'
  if (total === 0) return 'No se encontraron centros'
  return (
    <>
      <span className="font-semibold text-ink">
        {`${formatTotal({ total, countedTo })} ${total === 1 ? 'centro encontrado' : 'centros encontrados'}`}
      </span>
      {today && ' con horas libres hoy'}
      {placeName && isNearestFirst && (
        <span className="max-sm:sr-only">{`, los más cercanos a ${search.at === undefined ? placeName : 'ti'} primero`}</span>
      )}
    </>
  )
}

type FoundProps = Omit<ResultListProps, 'results'> & { results: CenterResults }

function Found({ search, today, results, active, onActive }: FoundProps) {
  if (results.items.length === 0) {
    return (
      <Suspense fallback={<CenterCardSkeleton />}>
        <WhenNothingFound search={search} placeName={results.placeName} isPastEnd={results.total > 0} />
      </Suspense>
    )
  }
  return (
    <>
      {results.noneToday && <LeftOut results={results} today={today} />}
      <div className="grid gap-3 sm:gap-4">
        {results.items.map((center, index) => (
          <CenterCard
            key={center.id}
            center={center}
            today={today}
            eager={index < 2}
            isActive={center.id === active}
            onActive={onActive}
          />
        ))}
      </div>
      <Pagination
        page={results.page}
        pageCount={results.pages}
        hrefOf={(page) => centersHref({ ...search, page: page === 1 ? undefined : String(page) })}
        label="Páginas de resultados"
        className="mt-4"
      />
    </>
  )
}
