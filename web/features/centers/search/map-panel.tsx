import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import MapIcon from '~icons/lucide/map'
import type { ResultsMapProps } from '../map/results-map.tsx'
import type { CentersSearch } from './centers-search.ts'

/** Leaflet loads with the first map. */
const ResultsMap = lazyPart(() => import('../map/results-map.tsx').then((module) => module.ResultsMap))

export function MapPanel(props: ResultsMapProps) {
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

/** Opens and closes the map; the choice is in the URL. On a phone it floats above the results. */
export function MapToggle({ search }: { search: CentersSearch }) {
  return (
    <Link
      to="/centers"
      search={{ ...search, map: search.map ? undefined : '1' }}
      resetScroll={false}
      className={buttonClass({
        variant: 'secondary',
        size: 'small',
        className:
          'noscript:hidden max-lg:fixed max-lg:bottom-4 max-lg:left-1/2 max-lg:z-20 max-lg:min-h-12 max-lg:-translate-x-1/2 max-lg:rounded-full max-lg:border-transparent! max-lg:bg-action! max-lg:px-5 max-lg:text-base max-lg:text-on-action max-lg:shadow-float',
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
