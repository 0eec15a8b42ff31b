import { divIcon, type Map as LeafletMap, type Marker, marker } from 'leaflet'

import { approximatePlace } from '#contract/directions.ts'
import type { MapPoint, MapResult } from '#contract/map.ts'
import { formatMoney } from '#web/platform/formats.ts'

import { type Box, zooms } from './base-map.ts'
import { createClusters, keyOf, type MarkerFeature, pointOf } from './map-clusters.ts'

/** The box of a marker, which is its touch target. */
const targetSize = 44

/** The pressed marker's centres: one, or those that no zoom level separates. With `byKeyboard` the focus follows. */
export type PressedMarker = { centerIds: string[]; byKeyboard: boolean }

export type MarkerEvents = {
  onOpen: (pressed: PressedMarker) => void
  /** The pointer or the focus is on the marker of this centre, or has left it (undefined). */
  onActive: (centerId: string | undefined) => void
}

export type MapMarkers = {
  setResult: (result: Pick<MapResult, 'points' | 'cells'>) => void
  /** Highlights the marker of this centre, or of the cluster that it is in. */
  setActive: (centerId: string | undefined) => void
  focus: (centerId: string) => void
}

type CreateParams = { map: LeafletMap; events: MarkerEvents; onDraw: (boxes: Box[]) => void }

/** `onDraw` receives the boxes that the markers cover. */
export function createMarkers({ map, events, onDraw }: CreateParams): MapMarkers {
  const clusters = createClusters()
  let isLoaded = false
  let active: string | undefined
  const shownMarkers = new Map<string, { marker: Marker; centerIds: ReadonlySet<string> }>()

  function highlight(): void {
    for (const { marker: each, centerIds } of shownMarkers.values()) {
      const isActive = active !== undefined && centerIds.has(active)
      each.getElement()?.classList.toggle('is-active', isActive)
      each.setZIndexOffset(isActive ? 1000 : 0)
    }
  }

  function draw(): void {
    if (!isLoaded) return
    const features = clusters.featuresIn(boxAround(map), map.getZoom())
    const featuresByKey = new Map(features.map((feature) => [keyOf(feature), feature]))
    for (const [key, { marker: old }] of shownMarkers) {
      if (featuresByKey.has(key)) continue
      old.remove()
      shownMarkers.delete(key)
    }
    // In reading order, which is also that of the Tab key.
    const inOrder = [...featuresByKey].toSorted(
      ([, { geometry: a }], [, { geometry: b }]) => (b.coordinates[1] ?? 0) - (a.coordinates[1] ?? 0),
    )
    for (const [key, feature] of inOrder) {
      if (!shownMarkers.has(key)) shownMarkers.set(key, place(feature))
    }
    highlight()
    onDraw(inOrder.map(([, feature]) => boxOf(feature)))
  }

  function place(feature: MarkerFeature) {
    const centerIds = clusters.centerIdsOf(feature)
    const newMarker = addMarker({
      map,
      feature,
      isList: opensList(feature, centerIds),
      onPress: (byKeyboard) => {
        if (pointOf(feature)) events.onOpen({ centerIds, byKeyboard })
        else zoomInto(feature, { centerIds, byKeyboard })
      },
      onActive: events.onActive,
    })
    return { marker: newMarker, centerIds: new Set(centerIds) }
  }

  /** No zoom level separates them: they share a point, or the map is as near as it gets. */
  function opensList(feature: MarkerFeature, centerIds: readonly string[]): boolean {
    return centerIds.length > 1 && clusters.zoomApart(feature, map.getZoom()) > zooms.most
  }

  function zoomInto(feature: MarkerFeature, { centerIds, byKeyboard }: PressedMarker): void {
    if (opensList(feature, centerIds)) {
      events.onOpen({ centerIds, byKeyboard })
      return
    }
    const zoom = clusters.zoomApart(feature, map.getZoom())
    // The marker disappears, and the focus with it.
    if (byKeyboard) map.getContainer().focus()
    map.setView(positionOf(feature), Math.min(zoom, zooms.most))
  }

  map.on('moveend', draw)
  return {
    setResult: (result) => {
      clusters.load(result)
      isLoaded = true
      // The ids of clusters belong to the previous index.
      for (const { marker: old } of shownMarkers.values()) old.remove()
      shownMarkers.clear()
      draw()
    },
    setActive: (centerId) => {
      active = centerId
      highlight()
    },
    focus: (centerId) => {
      const target = [...shownMarkers.values()].find(({ centerIds }) => centerIds.has(centerId))
      target?.marker.getElement()?.focus()
    },
  }
}

/** The part of the map in view, and a margin of a quarter on each side. */
function boxAround(map: LeafletMap): [number, number, number, number] {
  const bounds = map.getBounds().pad(0.25)
  return [Math.max(-180, bounds.getWest()), bounds.getSouth(), Math.min(180, bounds.getEast()), bounds.getNorth()]
}

type AddParams = Pick<MarkerEvents, 'onActive'> & {
  map: LeafletMap
  feature: MarkerFeature
  isList: boolean
  onPress: (byKeyboard: boolean) => void
}

function addMarker({ map, feature, isList, onPress, onActive }: AddParams): Marker {
  const point = pointOf(feature)
  const added = marker(positionOf(feature), { icon: iconOf(feature) }).addTo(map)
  const element = added.getElement()
  const whatNext = isList ? 'Ver la lista' : 'Acercar el mapa'
  element?.setAttribute('aria-label', point ? labelOf(point) : `${feature.properties.count} centros. ${whatNext}.`)
  added.on('click', () => onPress(false))
  // Leaflet treats Enter as a click, but not the space bar.
  element?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    event.stopPropagation()
    onPress(true)
  })
  if (point) {
    added.on('mouseover', () => onActive(point.id))
    added.on('mouseout', () => onActive(undefined))
    element?.addEventListener('focus', () => onActive(point.id))
    element?.addEventListener('blur', () => onActive(undefined))
  }
  return added
}

function positionOf({ geometry }: MarkerFeature): [latitude: number, longitude: number] {
  const [longitude = 0, latitude = 0] = geometry.coordinates
  return [latitude, longitude]
}

const priceOf = ({ priceCents }: MapPoint) => (priceCents === null ? undefined : formatMoney(priceCents))

const labelOf = (point: MapPoint) =>
  [point.name, priceOf(point), point.isExact ? undefined : approximatePlace].filter(Boolean).join(', ')

/** The price of a single centre, nothing for one without a price, and the number of several. */
function textOf(feature: MarkerFeature): string {
  const point = pointOf(feature)
  return point ? (priceOf(point) ?? '') : String(feature.properties.count)
}

const widthOf = (text: string) => Math.max(targetSize, text.length * 8 + 24)

function boxOf(feature: MarkerFeature): Box {
  const [latitude, longitude] = positionOf(feature)
  return { latitude, longitude, width: widthOf(textOf(feature)), height: targetSize - 10 }
}

function iconOf(feature: MarkerFeature) {
  const html = document.createElement('span')
  const text = textOf(feature)
  const point = pointOf(feature)
  html.className = point ? (text === '' ? 'map-dot' : 'map-price') : 'map-cluster'
  if (point && !point.isExact) html.classList.add('map-approximate')
  html.textContent = text
  return divIcon({ className: 'map-marker', html, iconSize: [widthOf(text), targetSize] })
}
