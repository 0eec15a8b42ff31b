import { divIcon, type Marker, marker } from 'leaflet'
import { useEffect, useEffectEvent, useRef } from 'react'

import { classNames } from '#web/ui/class-names.ts'

import { type BaseMap, createBaseMap, type MapPlace, type Point, zooms } from './base-map.ts'
import { useMapTiles } from './use-map-tiles.ts'

/** The pixels by which an arrow key moves the pin: `plain`, and `fine` with Shift. */
const step = { plain: 10, fine: 1 }
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const movableLabel = 'Punto de tu centro. Muévelo con las flechas; con mayúsculas, de a poco.'

/**
 * A map with one pin, or with a circle around an approximate place. Only with `onMove` can the pin be moved; with
 * `isGuess` it is drawn as an outline, because its place is only assumed.
 */
export function PinMap({
  point,
  places,
  label,
  onMove,
  isApproximate = false,
  isGuess = false,
  className,
}: {
  point: Point
  places: readonly MapPlace[]
  label: string
  onMove?: (point: Point) => void
  isApproximate?: boolean
  isGuess?: boolean
  className?: string
}) {
  const frame = useRef<HTMLDivElement>(null)
  const drawnMap = useRef<{ base: BaseMap; pin: Marker }>(undefined)
  const tiles = useMapTiles()
  const { latitude, longitude } = point
  const reportMove = useEffectEvent((moved: Point) => onMove?.(moved))
  const isMovable = onMove !== undefined
  const start = useEffectEvent(() => [latitude, longitude] as [number, number])

  useEffect(() => {
    if (!frame.current) return undefined
    const created = createMap({
      frame: frame.current,
      at: start(),
      isMovable,
      isApproximate,
      onMove: (moved) => reportMove(moved),
    })
    drawnMap.current = created
    return () => {
      // Leaflet removes its listeners and elements, and the pin's keys with them.
      created.base.map.remove()
      drawnMap.current = undefined
    }
  }, [isMovable, isApproximate])

  useEffect(() => {
    const current = drawnMap.current
    if (!current) return
    current.pin.setLatLng([latitude, longitude])
    const { map } = current.base
    if (!map.getBounds().pad(-0.1).contains([latitude, longitude])) {
      map.panTo([latitude, longitude], { animate: false })
    }
  }, [latitude, longitude])

  useEffect(() => {
    drawnMap.current?.pin.getElement()?.classList.toggle('map-pin-guess', isGuess)
  }, [isGuess])

  useEffect(() => drawnMap.current?.base.setPlaces(places), [places])
  useEffect(() => {
    if (tiles) drawnMap.current?.base.setTiles(tiles)
  }, [tiles])

  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset can be a map
    <div
      ref={frame}
      role="group"
      aria-label={label}
      className={classNames('senda-map rounded-control border border-line', className ?? 'h-80')}
    />
  )
}

/** The map with its pin, which moves by drag, by a tap on the map and by arrow keys if `isMovable`. */
function createMap({
  frame,
  at,
  isMovable,
  isApproximate,
  onMove,
}: {
  frame: HTMLElement
  at: [number, number]
  isMovable: boolean
  isApproximate: boolean
  onMove: (point: Point) => void
}): { base: BaseMap; pin: Marker } {
  // Scrolling past the map should not zoom it.
  const base = createBaseMap(frame, { scrollWheelZoom: false })
  const created = base.map.setView(at, zooms.first)
  const pin = (isApproximate ? createVicinity(at) : createPin({ at, isMovable })).addTo(created)
  // Names leave room for the pin.
  base.setObstacles([{ latitude: at[0], longitude: at[1], width: 56, height: 72 }])
  const where = () => {
    const { lat, lng } = pin.getLatLng()
    return { latitude: lat, longitude: lng }
  }
  pin.on('dragend', () => onMove(where()))
  if (isMovable) {
    created.on('click', ({ latlng }) => {
      pin.setLatLng(latlng)
      onMove(where())
    })
  }
  const element = pin.getElement()
  if (isMovable) element?.setAttribute('aria-label', movableLabel)
  const onKey = (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (!arrow) return
    // The map itself and the page also react to arrow keys.
    event.preventDefault()
    event.stopPropagation()
    const pixels = event.shiftKey ? step.fine : step.plain
    const target = created.latLngToContainerPoint(pin.getLatLng()).add([arrow[0] * pixels, arrow[1] * pixels])
    pin.setLatLng(created.containerPointToLatLng(target))
    onMove(where())
  }
  if (isMovable) element?.addEventListener('keydown', onKey)
  return { base, pin }
}

function createVicinity(at: [number, number]): Marker {
  const icon = divIcon({ className: 'map-vicinity', html: '', iconSize: [112, 112] })
  return marker(at, { icon, keyboard: false, interactive: false })
}

function createPin({ at, isMovable }: { at: [number, number]; isMovable: boolean }): Marker {
  const icon = divIcon({
    className: 'map-pin',
    html: '<svg viewBox="0 0 32 42" aria-hidden="true"><path d="M16 1C7.7 1 1 7.7 1 16c0 10.6 15 25 15 25s15-14.4 15-25C31 7.7 24.3 1 16 1Z"/><circle cx="16" cy="16" r="5.5"/></svg>',
    iconSize: [44, 48],
    iconAnchor: [22, 46],
  })
  return marker(at, {
    icon,
    draggable: isMovable,
    keyboard: isMovable,
    interactive: isMovable,
    autoPan: isMovable,
    zIndexOffset: 1000,
  })
}
