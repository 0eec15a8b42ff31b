import {
  control,
  divIcon,
  GridLayer,
  type LayerGroup,
  type Map as LeafletMap,
  layerGroup,
  type Marker,
  map,
  marker,
} from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { useEffect, useEffectEvent, useRef } from 'react'

import { classNames } from '#web/ui/class-names.ts'

import './pin-map.css'

export type Point = { latitude: number; longitude: number }
export type MapPlace = Point & {
  slug: string
  name: string
  kind: 'neighborhood' | 'city' | 'department'
  department: string
}

const zooms = { first: 14, least: 6, most: 18 }
/** The zoom level from which each kind shows its name. */
const named: Record<MapPlace['kind'], { from: number; to: number }> = {
  department: { from: 6, to: 10 },
  city: { from: 8, to: 18 },
  neighborhood: { from: 12, to: 18 },
}
/** Pixels of a press of an arrow; with Shift. */
const step = { plain: 10, fine: 1 }
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const movableLabel = 'Punto de tu centro. Muévelo con las flechas; con mayúsculas, de a poco.'

/** A quiet grid, so that movement is visible. */
class Ground extends GridLayer {
  override createTile(): HTMLElement {
    const tile = document.createElement('div')
    tile.className = 'pin-map-ground'
    return tile
  }
}

/**
 * A map without a third party's tiles, which would reveal who goes where: the names of the places around, a scale, and
 * the pin. Only with `onMove` can the pin be moved.
 */
export function PinMap({
  point,
  places,
  label,
  onMove,
  className,
}: {
  point: Point
  places: readonly MapPlace[]
  /** Names the map. */
  label: string
  onMove?: (point: Point) => void
  className?: string
}) {
  const frame = useRef<HTMLDivElement>(null)
  const shown = useRef<{ map: LeafletMap; pin: Marker }>(undefined)
  const names = useRef<{ kind: MapPlace['kind']; group: LayerGroup }[]>([])
  const { latitude, longitude } = point
  const reportMove = useEffectEvent((moved: Point) => onMove?.(moved))
  const isMovable = onMove !== undefined
  const start = useEffectEvent(() => [latitude, longitude] as [number, number])

  useEffect(() => {
    if (!frame.current) return undefined
    const created = createMap({ frame: frame.current, at: start(), isMovable, onMove: (moved) => reportMove(moved) })
    created.map.on('zoomend', () => showNames({ map: created.map, names: names.current }))
    shown.current = created
    return () => {
      // Leaflet removes its listeners and elements, and the pin's keys with them.
      created.map.remove()
      shown.current = undefined
    }
  }, [isMovable])

  useEffect(() => {
    const current = shown.current
    if (!current) return
    current.pin.setLatLng([latitude, longitude])
    if (!current.map.getBounds().pad(-0.1).contains([latitude, longitude])) {
      current.map.panTo([latitude, longitude], { animate: false })
    }
  }, [latitude, longitude])

  useEffect(() => {
    const current = shown.current
    if (!current) return
    for (const { group } of names.current) group.remove()
    const kinds = ['department', 'city', 'neighborhood'] as const
    names.current = kinds.map((kind) => ({
      kind,
      group: layerGroup(places.filter((place) => place.kind === kind).map(createName)),
    }))
    showNames({ map: current.map, names: names.current })
  }, [places])

  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset can be a map
    <div
      ref={frame}
      role="group"
      aria-label={label}
      className={classNames('pin-map rounded-control border border-line', className ?? 'h-80')}
    />
  )
}

/** The map with its pin, which moves by drag and by arrow keys if `isMovable`. */
function createMap({
  frame,
  at,
  isMovable,
  onMove,
}: {
  frame: HTMLElement
  at: [number, number]
  isMovable: boolean
  onMove: (point: Point) => void
}): { map: LeafletMap; pin: Marker } {
  const created = map(frame, {
    attributionControl: false,
    zoomControl: false,
    minZoom: zooms.least,
    maxZoom: zooms.most,
    // Scrolling past the map should not zoom it.
    scrollWheelZoom: false,
    fadeAnimation: false,
    zoomAnimation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  }).setView(at, zooms.first)
  new Ground({ tileSize: 128 }).addTo(created)
  control.zoom({ zoomInTitle: 'Acercar', zoomOutTitle: 'Alejar' }).addTo(created)
  control.scale({ imperial: false }).addTo(created)
  const pin = createPin({ at, isMovable }).addTo(created)
  const where = () => {
    const { lat, lng } = pin.getLatLng()
    return { latitude: lat, longitude: lng }
  }
  pin.on('dragend', () => onMove(where()))
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
  return { map: created, pin }
}

function createPin({ at, isMovable }: { at: [number, number]; isMovable: boolean }): Marker {
  const icon = divIcon({
    className: 'pin-map-pin',
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

function createName({ latitude, longitude, name, kind }: MapPlace): Marker {
  const html = document.createElement('span')
  html.textContent = name
  const icon = divIcon({ className: `pin-map-name pin-map-${kind}`, html, iconSize: [0, 0] })
  return marker([latitude, longitude], { icon, interactive: false, keyboard: false })
}

function showNames({
  map: current,
  names,
}: {
  map: LeafletMap
  names: readonly { kind: MapPlace['kind']; group: LayerGroup }[]
}): void {
  const zoom = current.getZoom()
  for (const { kind, group } of names) {
    if (zoom >= named[kind].from && zoom <= named[kind].to) group.addTo(current)
    else group.remove()
  }
}
