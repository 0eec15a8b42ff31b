import { divIcon, type Map as LeafletMap, type Marker, marker } from 'leaflet'
import Supercluster, { type ClusterFeature, type PointFeature } from 'supercluster'

import type { MapPoint, MapResult } from '#contract/map.ts'
import { formatMoney } from '#web/platform/formats.ts'

import { type Box, zooms } from './base-map.ts'

type Leaf = { count: number; point?: MapPoint }
type Sum = { count: number }
type Feature = PointFeature<Leaf> | ClusterFeature<Sum>

/** Pixels around a marker within which others join it. */
const clusterRadius = 60
/** The box of a marker, which is its touch target. */
const targetSize = 44
/** A cell of the server's grid shows its parts two zoom levels further. */
const cellZoom = 2

export type MarkerEvents = {
  /** The pressed marker's centres: one, or those that no zoom level separates. `byKeyboard`: the focus should follow. */
  onOpen: (pressed: { centerIds: string[]; byKeyboard: boolean }) => void
  /** The pointer or the focus is on the marker of this centre; undefined: it left. */
  onActive: (centerId: string | undefined) => void
}

export type MapMarkers = {
  setResult: (result: Pick<MapResult, 'points' | 'cells'>) => void
  /** Highlights the marker of this centre, or of the cluster that it is in. */
  setActive: (centerId: string | undefined) => void
  focus: (centerId: string) => void
}

type CreateParams = { map: LeafletMap; events: MarkerEvents; onDraw: (boxes: Box[]) => void }

/** `onDraw`: the room that the markers take. */
export function createMarkers({ map, events, onDraw }: CreateParams): MapMarkers {
  const index = new Supercluster<Leaf, Sum>({
    radius: clusterRadius,
    extent: 256,
    maxZoom: zooms.most,
    map: ({ count }) => ({ count }),
    reduce: (sum, { count }) => {
      sum.count += count
    },
  })
  let isLoaded = false
  let active: string | undefined
  const shown = new Map<string, { marker: Marker; centerIds: ReadonlySet<string> }>()

  function highlight(): void {
    for (const { marker: each, centerIds } of shown.values()) {
      const isActive = active !== undefined && centerIds.has(active)
      each.getElement()?.classList.toggle('is-active', isActive)
      each.setZIndexOffset(isActive ? 1000 : 0)
    }
  }

  function draw(): void {
    if (!isLoaded) return
    const bounds = map.getBounds().pad(0.25)
    const box: [number, number, number, number] = [
      Math.max(-180, bounds.getWest()),
      bounds.getSouth(),
      Math.min(180, bounds.getEast()),
      bounds.getNorth(),
    ]
    const features: Feature[] = index.getClusters(box, map.getZoom())
    const wanted = new Map(features.map((feature) => [keyOf(feature), feature]))
    for (const [key, { marker: old }] of shown) {
      if (wanted.has(key)) continue
      old.remove()
      shown.delete(key)
    }
    // In reading order, which is also that of the Tab key.
    const inOrder = [...wanted].toSorted(
      ([, { geometry: a }], [, { geometry: b }]) => (b.coordinates[1] ?? 0) - (a.coordinates[1] ?? 0),
    )
    for (const [key, feature] of inOrder) {
      if (!shown.has(key)) shown.set(key, place(feature))
    }
    highlight()
    onDraw(inOrder.map(([, feature]) => boxOf(feature)))
  }

  function place(feature: Feature) {
    const [longitude = 0, latitude = 0] = feature.geometry.coordinates
    const { count } = feature.properties
    const point = pointOf(feature)
    const created = marker([latitude, longitude], { icon: iconOf(feature) }).addTo(map)
    const element = created.getElement()
    element?.setAttribute('aria-label', point ? labelOf(point) : `${count} centros. Acercar el mapa.`)
    const press = (byKeyboard: boolean) => {
      if (point) events.onOpen({ centerIds: [point.id], byKeyboard })
      else zoomInto({ feature, latitude, longitude, byKeyboard })
    }
    created.on('click', () => press(false))
    // Leaflet makes a click of Enter, but not of the space bar.
    element?.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      event.stopPropagation()
      press(true)
    })
    if (point) {
      created.on('mouseover', () => events.onActive(point.id))
      created.on('mouseout', () => events.onActive(undefined))
      element?.addEventListener('focus', () => events.onActive(point.id))
      element?.addEventListener('blur', () => events.onActive(undefined))
    }
    return { marker: created, centerIds: new Set(point ? [point.id] : idsIn(feature)) }
  }

  function idsIn({ properties }: Feature): string[] {
    if (!('cluster_id' in properties)) return []
    return index
      .getLeaves(properties.cluster_id, Number.POSITIVE_INFINITY)
      .flatMap((leaf) => leaf.properties.point?.id ?? [])
  }

  type Pressed = { feature: Feature; latitude: number; longitude: number; byKeyboard: boolean }
  function zoomInto({ feature, latitude, longitude, byKeyboard }: Pressed): void {
    const { properties } = feature
    const isCluster = 'cluster_id' in properties
    const zoom = isCluster ? index.getClusterExpansionZoom(properties.cluster_id) : map.getZoom() + cellZoom
    const centerIds = idsIn(feature)
    if (zoom > zooms.most && centerIds.length > 0) {
      events.onOpen({ centerIds, byKeyboard })
      return
    }
    // The marker disappears, and the focus with it.
    if (byKeyboard) map.getContainer().focus()
    map.setView([latitude, longitude], Math.min(zoom, zooms.most))
  }

  map.on('moveend', draw)
  return {
    setResult: ({ points, cells }) => {
      index.load([
        ...points.map((point) => toFeature(point, { count: 1, point })),
        ...cells.map((cell) => toFeature(cell, { count: cell.count })),
      ])
      isLoaded = true
      // The ids of clusters are of the index before.
      for (const { marker: old } of shown.values()) old.remove()
      shown.clear()
      draw()
    },
    setActive: (centerId) => {
      active = centerId
      highlight()
    },
    focus: (centerId) => {
      const found = [...shown.values()].find(({ centerIds }) => centerIds.has(centerId))
      found?.marker.getElement()?.focus()
    },
  }
}

function toFeature(
  { latitude, longitude }: { latitude: number; longitude: number },
  properties: Leaf,
): PointFeature<Leaf> {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties }
}

function keyOf({ properties, geometry }: Feature): string {
  if ('cluster_id' in properties) return `cluster ${properties.cluster_id}`
  return 'point' in properties && properties.point ? properties.point.id : `cell ${geometry.coordinates.join()}`
}

const priceOf = ({ priceCents }: MapPoint) => (priceCents === null ? undefined : formatMoney(priceCents))

const labelOf = (point: MapPoint) => [point.name, priceOf(point)].filter(Boolean).join(', ')

const pointOf = ({ properties }: Feature) => ('point' in properties ? properties.point : undefined)

/** The price of a single centre, nothing for one without a price, and the number of several. */
function textOf(feature: Feature): string {
  const point = pointOf(feature)
  return point ? (priceOf(point) ?? '') : String(feature.properties.count)
}

const widthOf = (text: string) => Math.max(targetSize, text.length * 8 + 24)

function boxOf(feature: Feature): Box {
  const [longitude = 0, latitude = 0] = feature.geometry.coordinates
  return { latitude, longitude, width: widthOf(textOf(feature)), height: targetSize - 10 }
}

function iconOf(feature: Feature) {
  const html = document.createElement('span')
  const text = textOf(feature)
  html.className = pointOf(feature) ? (text === '' ? 'map-dot' : 'map-price') : 'map-cluster'
  html.textContent = text
  return divIcon({ className: 'map-marker', html, iconSize: [widthOf(text), targetSize] })
}
