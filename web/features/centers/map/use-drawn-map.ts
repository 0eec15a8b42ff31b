import { latLngBounds } from 'leaflet'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

import type { MapResult } from '#contract/map.ts'
import { country, type MapArea, readMapArea } from '#contract/map-area.ts'

import { usePlaces } from '../use-catalogue.ts'
import { type BaseMap, createBaseMap, type Point, zooms } from './base-map.ts'
import { createMarkers, type MapMarkers, type MarkerEvents } from './map-markers.ts'
import { areaOfMap, nearest } from './map-view.ts'
import { useMapTiles } from './use-map-tiles.ts'

type MapEvents = MarkerEvents & {
  /** The map shows another area. `byVisitor`: the visitor moved it. */
  onMove: (area: MapArea, byVisitor: boolean) => void
}

type DrawnMap = {
  base: BaseMap
  markers: MapMarkers
  /** `place`: where the search looks. */
  fit: (result: MapResult, searched: { area: string | undefined; place: Point | undefined }) => void
  /** Moves the map so that the card does not cover the pressed marker. */
  reveal: (point: Point) => void
  /** Moves the map to the marker of a card in the list, if it is out of view. */
  follow: (point: Point) => void
}

type DrawnMapOptions = MapEvents & {
  result: MapResult | undefined
  active: string | undefined
}

export function useDrawnMap({ result, active, ...events }: DrawnMapOptions): {
  frame: RefObject<HTMLDivElement | null>
  drawn: RefObject<DrawnMap | undefined>
} {
  const frame = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnMap>(undefined)
  const tiles = useMapTiles()
  const { data: places } = usePlaces()
  const onMove = useEffectEvent(events.onMove)
  const onOpen = useEffectEvent(events.onOpen)
  const onActive = useEffectEvent(events.onActive)

  useEffect(() => {
    if (!frame.current) return undefined
    const created = drawMap(frame.current, {
      onMove: (area, byVisitor) => onMove(area, byVisitor),
      onOpen: (pressed) => onOpen(pressed),
      onActive: (centerId) => onActive(centerId),
    })
    drawn.current = created
    return () => {
      created.base.map.remove()
      drawn.current = undefined
    }
  }, [])
  useEffect(() => drawn.current?.base.setPlaces(places?.items ?? []), [places])
  useEffect(() => {
    if (tiles) drawn.current?.base.setTiles(tiles)
  }, [tiles])
  useEffect(() => {
    if (result) drawn.current?.markers.setResult(result)
  }, [result])
  useEffect(() => drawn.current?.markers.setActive(active), [active])
  return { frame, drawn }
}

/** Pixels at the edges of the map that its texts and the card cover. */
const covered = { topLeft: [60, 110], bottomRight: [60, 300] } as const

function drawMap(frame: HTMLElement, { onMove, ...events }: MapEvents): DrawnMap {
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
  // Only a move by the visitor begins with one of these events.
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
    fit: (result, searched) => {
      byVisitor = false
      fitResult(base, { result, ...searched })
    },
    reveal: ({ latitude, longitude }) => {
      byVisitor = false
      const { topLeft, bottomRight } = covered
      map.panInside([latitude, longitude], { paddingTopLeft: [...topLeft], paddingBottomRight: [...bottomRight] })
    },
    follow: ({ latitude, longitude }) => {
      byVisitor = false
      if (!map.getBounds().contains([latitude, longitude])) map.panTo([latitude, longitude])
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

type FitParams = { result: MapResult; area: string | undefined; place: Point | undefined }

function fitResult(base: BaseMap, { result, area, place }: FitParams): void {
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
  const marked = [...result.points, ...result.cells]
  const shown = place ? [...nearest(marked, place), place] : marked
  if (shown.length === 0) {
    fitArea(base, country)
    return
  }
  const bounds = latLngBounds(shown.map(({ latitude, longitude }) => [latitude, longitude]))
  base.map.fitBounds(bounds, { padding: [40, 40], maxZoom: zooms.first, animate: false })
}
