import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MapResult } from '#contract/map.ts'
import { country, type MapArea, readMapArea } from '#contract/map-area.ts'
import { useApi } from '#web/platform/api.ts'
import { formatCount } from '#web/platform/formats.ts'
import { prefersReducedMotion } from '#web/platform/reduced-motion.ts'
import { Button } from '#web/ui/button.tsx'
import Search from '~icons/lucide/search'

import type { CenterResults } from '../search/center-results.ts'
import type { CentersSearch } from '../search/centers-search.ts'
import { MapCard } from './map-card.tsx'
import type { PressedMarker } from './map-markers.ts'
import { mapResults } from './map-results.ts'
import { intersection, mapAreaText } from './map-view.ts'
import { useDrawnMap } from './use-drawn-map.ts'

/** Pixels between the map and the edges of a wide window. */
const edge = 16

/** The map is beside the list on wide screens, and replaces it on others. */
const panelClass =
  'relative overflow-hidden h-[calc(100dvh-13rem)] min-h-96 max-lg:-mx-4 max-lg:-mb-16 sm:max-lg:-mx-6 lg:sticky lg:top-4'

const isWide = () => matchMedia('(min-width: 64rem)').matches

export type ResultsMapProps = {
  search: CentersSearch
  results: CenterResults | undefined
  /** The local day from which times are counted. */
  today: string
  /** The centre whose card or marker has the pointer or the focus. */
  active: string | undefined
  onActive: (centerId: string | undefined) => void
  /** Called when a marker is pressed, and without an id when its card is closed. */
  onChoose: (centerId: string | undefined) => void
}

/** The centres of the search on a map. The list beside it has the same centres as text. */
export function ResultsMap({ search, results, today, active, onActive, onChoose }: ResultsMapProps) {
  const panel = useFilledWindow()
  const [view, setView] = useState<MapArea>()
  const [isMoved, setIsMoved] = useState(false)
  const [openMarker, setOpenMarker] = useState<PressedMarker>()
  const openCenterId = openMarker?.centerIds.length === 1 ? openMarker.centerIds[0] : undefined
  const { result, whole, query } = useMapResult({ search, view })
  const { frame, drawn } = useDrawnMap({
    result,
    active: active ?? openCenterId,
    onMove: (area, byVisitor) => {
      setView(area)
      if (byVisitor) setIsMoved(true)
    },
    onOpen: open,
    onActive,
  })
  // A search of another area or filter shows its centres. «Buscar en esta zona» leaves the map where it is.
  const showFound = useEffectEvent((found: MapResult) => {
    close()
    setIsMoved(false)
    drawn.current?.fit(found, { area: search.area, place: results?.placeAt })
  })
  const isReady = results !== undefined
  useEffect(() => {
    if (whole && isReady) showFound(whole)
  }, [whole, isReady])
  const follow = useEffectEvent((centerId: string) => {
    const point = result?.points.find(({ id }) => id === centerId)
    if (point) drawn.current?.follow(point)
  })
  useEffect(() => {
    if (active !== undefined) follow(active)
  }, [active])

  function open(pressed: PressedMarker) {
    setOpenMarker(pressed)
    const [first = '', ...others] = pressed.centerIds
    if (others.length === 0) {
      onChoose(first)
      showCard(first)
    }
    const point = result?.points.find(({ id }) => id === first)
    if (point) drawn.current?.reveal(point)
  }

  function close() {
    if (openMarker?.byKeyboard && openMarker.centerIds[0]) drawn.current?.markers.focus(openMarker.centerIds[0])
    setOpenMarker(undefined)
    onChoose(undefined)
  }

  return (
    <section
      ref={panel}
      aria-label="Mapa de los resultados"
      className={panelClass}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close()
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: no fieldset can be a map */}
      <div
        ref={frame}
        role="group"
        aria-label="Mapa. La lista de resultados tiene los mismos centros."
        className="senda-map size-full border-line max-lg:border-y lg:rounded-card lg:border"
      />
      <MapStatus {...{ search, result, results, query }} />
      {isMoved && view && <SearchHere search={search} area={view} onSearch={() => setIsMoved(false)} />}
      {openMarker && (
        <MapCard
          key={openMarker.centerIds.join()}
          {...openMarker}
          {...{ search, results, today }}
          points={result?.points ?? []}
          onClose={close}
        />
      )}
    </section>
  )
}

type SearchHereProps = { search: CentersSearch; area: MapArea; onSearch: () => void }

function SearchHere({ search, area, onSearch }: SearchHereProps) {
  const navigate = useNavigate()

  function searchHere() {
    onSearch()
    void navigate({
      to: '/centers',
      search: { ...search, area: mapAreaText(area), page: undefined },
      resetScroll: false,
    })
  }

  return (
    <div className="pointer-events-none absolute inset-x-0 top-16 flex justify-center">
      <Button
        size="small"
        className="pointer-events-auto animate-rise shadow-float"
        icon={<Search aria-hidden="true" className="size-4.5" />}
        onClick={searchHere}
      >
        Buscar en esta zona
      </Button>
    </div>
  )
}

function showCard(centerId: string): void {
  const card = document.getElementById(`centro-${centerId}`)?.closest('article')
  card?.scrollIntoView({ block: 'center', behavior: prefersReducedMotion() ? 'auto' : 'smooth' })
}

/** `whole`: the result of the whole search. With too many centres for single markers, `result` covers the part in view. */
function useMapResult({ search, view }: { search: CentersSearch; view: MapArea | undefined }) {
  const tools = useApi()
  const base = (search.area === undefined ? undefined : readMapArea(search.area)) ?? country
  const query = useQuery(mapResults({ ...tools, search }))
  const isCoarse = (query.data?.cells.length ?? 0) > 0
  const part = isCoarse && view ? intersection(base, view) : undefined
  const detail = useQuery({
    ...mapResults({ ...tools, search, part: part && mapAreaText(part) }),
    enabled: part !== undefined,
    placeholderData: keepPreviousData,
  })
  return { whole: query.data, result: (part && detail.data) ?? query.data, query }
}

type MapStatusProps = Pick<MapCountProps, 'result' | 'results'> & {
  search: CentersSearch
  query: UseQueryResult<MapResult>
}

function MapStatus({ search, result, results, query }: MapStatusProps) {
  return (
    <div className="pointer-events-none absolute inset-x-3 top-3 flex flex-col items-start gap-2 pr-14">
      <MapCount result={result} results={results} isLocal={search.area !== undefined} />
      {query.isError && (
        <Button size="small" variant="secondary" className="pointer-events-auto" onClick={() => void query.refetch()}>
          No se pudo cargar el mapa. Reintentar
        </Button>
      )}
    </div>
  )
}

type MapCountProps = { result: MapResult | undefined; results: CenterResults | undefined; isLocal: boolean }

function MapCount({ result, results, isLocal }: MapCountProps) {
  if (!result) return null
  const isCounted = results !== undefined && results.total < results.countedTo && !result.isCut
  const unplaced = isCounted && !isLocal ? results.total - result.total : 0
  const text = result.isCut
    ? 'Más de 1000 centros. Acerca el mapa para verlos todos.'
    : result.total === 0
      ? 'Ningún centro en esta parte del mapa'
      : `${formatCount(result.total)} ${result.total === 1 ? 'centro' : 'centros'} en el mapa`
  return (
    <p role="status" className="rounded-control bg-panel px-3 py-1.5 text-sm shadow-float">
      <span className="font-semibold">{text}</span>
      {unplaced > 0 && (
        <span className="block text-ink-soft">
          {unplaced === 1
            ? '1 sin ubicación está solo en la lista'
            : `${unplaced} sin ubicación están solo en la lista`}
        </span>
      )}
    </p>
  )
}

/** Keeps an element as high as the window below its upper edge, so that its lower edge is in view. */
function useFilledWindow(): RefObject<HTMLElement | null> {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    const fill = () => {
      if (!frame.current) return
      const gap = isWide() ? edge : 0
      const { top } = frame.current.getBoundingClientRect()
      frame.current.style.height = `${Math.round(innerHeight - Math.max(top, gap) - gap)}px`
    }
    if (!isWide()) scrollTo(0, 0)
    fill()
    addEventListener('scroll', fill, { passive: true })
    addEventListener('resize', fill)
    return () => {
      removeEventListener('scroll', fill)
      removeEventListener('resize', fill)
    }
  }, [])
  return frame
}
