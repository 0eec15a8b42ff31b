import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { latLngBounds } from 'leaflet'
import Search from 'lucide-react/icons/search'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { MapResult } from '#contract/map.ts'
import { type MapArea, readMapArea } from '#contract/map-area.ts'
import { useApi } from '#web/platform/api.ts'
import { formatCount } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'

import type { CenterResults } from '../search/center-results.ts'
import type { CentersSearch } from '../search/centers-search.ts'
import { usePlaces } from '../use-catalogue.ts'
import { type BaseMap, createBaseMap, type Point, prefersLessMotion } from './base-map.ts'
import { MapCard } from './map-card.tsx'
import { panelClass, useFilledWindow } from './map-frame.ts'
import { createMarkers, type MapMarkers, type MarkerEvents } from './map-markers.ts'
import { mapResults } from './map-results.ts'
import { areaOfMap, country, intersection, mapAreaText } from './map-view.ts'
import { useMapTiles } from './use-map-tiles.ts'

export type ResultsMapProps = {
  search: CentersSearch
  results: CenterResults | undefined
  /** The local day from which times are counted. */
  today: string
  /** The centre whose card or marker has the pointer or the focus. */
  active: string | undefined
  onActive: (centerId: string | undefined) => void
  /** A marker was pressed, or its card was closed. */
  onChoose: (centerId: string | undefined) => void
}

type Shown = {
  base: BaseMap
  markers: MapMarkers
  /** Shows what was found, or the area of the search. */
  fit: (found: MapResult, area: string | undefined) => void
  /** Moves a marker out from below the card that its press opens. */
  reveal: (point: Point) => void
}

/** Pixels at the edges of the map that lie below its texts, and below the card. */
const covered = { topLeft: [60, 110], bottomRight: [60, 300] } as const

/** The centres of the search on a map. The list beside it has the same centres as text. */
export function ResultsMap({ search, results, today, active, onActive, onChoose }: ResultsMapProps) {
  const frame = useRef<HTMLDivElement>(null)
  const panel = useFilledWindow()
  const shown = useRef<Shown>(undefined)
  const [view, setView] = useState<MapArea>()
  const [isMoved, setIsMoved] = useState(false)
  const [opened, setOpened] = useState<{ centerIds: string[]; byKeyboard: boolean }>()
  const navigate = useNavigate()
  const { result, whole, query } = useMapResult({ search, view })
  const tiles = useMapTiles()
  const { data: places } = usePlaces()

  const open = useEffectEvent((pressed: { centerIds: string[]; byKeyboard: boolean }) => {
    setOpened(pressed)
    const [first = '', ...others] = pressed.centerIds
    if (others.length === 0) {
      onChoose(first)
      showCard(first)
    }
    const point = result?.points.find(({ id }) => id === first)
    if (point) shown.current?.reveal(point)
  })
  const activate = useEffectEvent((centerId: string | undefined) => onActive(centerId))
  const moveTo = useEffectEvent((area: MapArea, byVisitor: boolean) => {
    setView(area)
    if (byVisitor) setIsMoved(true)
  })
  useEffect(() => {
    if (!frame.current) return undefined
    const created = createResultsMap(frame.current, {
      onMove: (area, byVisitor) => moveTo(area, byVisitor),
      onOpen: (pressed) => open(pressed),
      onActive: (centerId) => activate(centerId),
    })
    shown.current = created
    return () => {
      created.base.map.remove()
      shown.current = undefined
    }
  }, [])

  useEffect(() => shown.current?.base.setPlaces(places?.items ?? []), [places])
  useEffect(() => {
    if (tiles) shown.current?.base.setTiles(tiles)
  }, [tiles])
  useEffect(() => {
    if (result) shown.current?.markers.setResult(result)
  }, [result])
  const only = opened?.centerIds.length === 1 ? opened.centerIds[0] : undefined
  useEffect(() => shown.current?.markers.setActive(active ?? only), [active, only])
  // A search of another area or filter shows its centres. «Buscar en esta zona» leaves the map where it is.
  const showFound = useEffectEvent((found: MapResult) => {
    close()
    setIsMoved(false)
    shown.current?.fit(found, search.area)
  })
  useEffect(() => {
    if (whole) showFound(whole)
  }, [whole])

  function searchHere() {
    if (!view) return
    setIsMoved(false)
    void navigate({
      to: '/centers',
      search: { ...search, area: mapAreaText(view), page: undefined },
      resetScroll: false,
    })
  }

  function close() {
    if (opened?.byKeyboard && opened.centerIds[0]) shown.current?.markers.focus(opened.centerIds[0])
    setOpened(undefined)
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
      <div className="pointer-events-none absolute inset-x-3 top-3 flex flex-col items-start gap-2 pr-14">
        <MapStatus result={result} results={results} isLocal={search.area !== undefined} />
        {query.isError && (
          <Button size="small" variant="secondary" className="pointer-events-auto" onClick={() => void query.refetch()}>
            No se pudo cargar el mapa. Reintentar
          </Button>
        )}
      </div>
      {isMoved && (
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
      )}
      {opened && (
        <MapCard
          key={opened.centerIds.join()}
          {...opened}
          points={result?.points ?? []}
          search={search}
          results={results}
          today={today}
          onClose={close}
        />
      )}
    </section>
  )
}

/** Scrolls the list to the card of a centre, if it is on this page. */
function showCard(centerId: string): void {
  const card = document.getElementById(`centro-${centerId}`)?.closest('article')
  card?.scrollIntoView({ block: 'center', behavior: prefersLessMotion() ? 'auto' : 'smooth' })
}

/** `whole`: of the whole search. With too many centres for single markers, `result` is of the part in view. */
function useMapResult({ search, view }: { search: CentersSearch; view: MapArea | undefined }) {
  const tools = useApi()
  const base = (search.area === undefined ? undefined : readMapArea(search.area)) ?? country
  const query = useQuery(mapResults({ ...tools, search, area: mapAreaText(base) }))
  const isCoarse = (query.data?.cells.length ?? 0) > 0
  const part = isCoarse && view ? intersection(base, view) : undefined
  const detail = useQuery({
    ...mapResults({ ...tools, search, area: mapAreaText(part ?? base) }),
    enabled: part !== undefined,
    placeholderData: keepPreviousData,
  })
  return { whole: query.data, result: (part && detail.data) ?? query.data, query }
}

type Callbacks = MarkerEvents & { onMove: (area: MapArea, byVisitor: boolean) => void }

function createResultsMap(frame: HTMLElement, { onMove, ...events }: Callbacks): Shown {
  const base = createBaseMap(frame, {
    maxBounds: [
      [country.south - 3, country.west - 3],
      [country.north + 2, country.east + 3],
    ],
    maxBoundsViscosity: 0.8,
    trackResize: false,
  })
  const { map } = base
  fitArea(base, country)
  const markers = createMarkers({ map, events, onDraw: base.setObstacles })
  // Only what the visitor does begins with one of these.
  let byVisitor = false
  const container = map.getContainer()
  for (const name of ['pointerdown', 'wheel', 'keydown']) {
    container.addEventListener(name, () => {
      byVisitor = true
    })
  }
  let isResizing = false
  map.on('moveend', () => onMove(areaOfMap(map), byVisitor && !isResizing))
  const observer = new ResizeObserver(() => {
    isResizing = true
    map.invalidateSize({ pan: false })
    isResizing = false
  })
  observer.observe(frame)
  map.on('unload', () => observer.disconnect())
  return {
    base,
    markers,
    fit: (found, area) => {
      byVisitor = false
      fitResult(base, { found, area })
    },
    reveal: ({ latitude, longitude }) => {
      byVisitor = false
      const { topLeft, bottomRight } = covered
      map.panInside([latitude, longitude], { paddingTopLeft: [...topLeft], paddingBottomRight: [...bottomRight] })
    },
  }
}

function fitArea({ map }: BaseMap, { south, west, north, east }: MapArea): void {
  map.fitBounds(
    [
      [south, west],
      [north, east],
    ],
    { animate: false },
  )
}

function fitResult(base: BaseMap, { found, area }: { found: MapResult; area: string | undefined }): void {
  const searched = area === undefined ? undefined : readMapArea(area)
  if (searched) {
    // After «Buscar en esta zona» the map already shows it.
    const { south, west, north, east } = areaOfMap(base.map)
    const near = (a: number, b: number) => Math.abs(a - b) < 0.001
    const isShown =
      near(south, searched.south) &&
      near(west, searched.west) &&
      near(north, searched.north) &&
      near(east, searched.east)
    if (!isShown) fitArea(base, searched)
    return
  }
  const placed = [...found.points, ...found.cells]
  if (placed.length === 0) {
    fitArea(base, country)
    return
  }
  const bounds = latLngBounds(placed.map(({ latitude, longitude }) => [latitude, longitude]))
  base.map.fitBounds(bounds, { padding: [40, 40], maxZoom: 15, animate: false })
}

type MapStatusProps = { result: MapResult | undefined; results: CenterResults | undefined; isLocal: boolean }

/** How many centres the map shows, and what it leaves out. */
function MapStatus({ result, results, isLocal }: MapStatusProps) {
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
