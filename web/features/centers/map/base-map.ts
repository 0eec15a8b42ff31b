import {
  type Coords,
  control,
  type DoneCallback,
  divIcon,
  type Map as LeafletMap,
  type MapOptions,
  type Marker,
  map,
  marker,
  polygon,
  TileLayer,
} from 'leaflet'
import 'leaflet/dist/leaflet.css'

import type { MapTiles } from '#contract/map.ts'
import { uruguay } from '#contract/uruguay.ts'
import { prefersReducedMotion } from '#web/platform/reduced-motion.ts'

import { neighbors } from './coast.ts'
import type { Taken } from './draw-streets.ts'
import './map.css'

export type Point = { latitude: number; longitude: number }
export type MapPlace = Point & {
  slug: string
  name: string
  kind: 'neighborhood' | 'city' | 'department'
  department: string
}

/** The map without markers: drawn from outlines, or with the tiles that the operator has configured. */
export type BaseMap = {
  map: LeafletMap
  setPlaces: (places: readonly MapPlace[]) => void
  setTiles: (tiles: MapTiles) => void
  setObstacles: (boxes: readonly Box[]) => void
}

/** A box around a position. Its size is in pixels, at any zoom level. */
export type Box = Point & { width: number; height: number }

/** `streets`: from here the streets of Montevideo are loaded. */
export const zooms = { first: 15, streets: 11, least: 6, most: 18 }
/** The zoom levels at which each kind shows its name, in the order in which the names are placed. */
const namedKinds = [
  { kind: 'neighborhood', from: 12, to: 18 },
  { kind: 'city', from: 6, to: 18 },
] as const
/** The approximate size of a name, in pixels. */
const letterWidth = 7.5
const nameHeight = 20
/** The positions for a name, in this order: on its place, below it, above it. */
const nameShifts = [{ shift: 0 }, { shift: 30 }, { shift: -30 }] as const

/** Creates the map. Nothing is drawn until it has a view. */
export function createBaseMap(frame: HTMLElement, options: MapOptions): BaseMap {
  const isStill = prefersReducedMotion()
  const created = map(frame, {
    attributionControl: false,
    zoomControl: false,
    minZoom: zooms.least,
    maxZoom: zooms.most,
    fadeAnimation: false,
    zoomAnimation: !isStill,
    markerZoomAnimation: !isStill,
    inertia: !isStill,
    ...options,
  })
  for (const outline of neighbors) polygon(outline, { className: 'map-abroad', interactive: false }).addTo(created)
  polygon(uruguay, { className: 'map-land', interactive: false, smoothFactor: 0.5 }).addTo(created)
  control
    .zoom({ position: 'topright', zoomInTitle: 'Acercar', zoomOutTitle: 'Alejar', zoomInText: '', zoomOutText: '' })
    .addTo(created)
  control.scale({ imperial: false }).addTo(created)
  const sketchNote = control.attribution({ prefix: false }).addAttribution('Mapa esquemático').addTo(created)

  let names: Name[] = []
  let boxes: readonly Box[] = []
  let hasTiles = false
  let showStreets: ((taken: Taken[]) => void) | undefined
  let isLoading = false
  const redraw = () => {
    const taken = showNames(created, { names, boxes })
    showStreets?.(taken)
    if (showStreets || isLoading || hasTiles || created.getZoom() < zooms.streets) return
    isLoading = true
    void import('./draw-streets.ts')
      .then(({ drawStreets }) => {
        // The page may be left, or the tiles arrive, before the streets do.
        if (hasTiles || !created.getContainer().isConnected) return
        showStreets = drawStreets(created)
        redraw()
      })
      // Without its streets the map still has the places and the markers; the next move tries again.
      .catch(() => {
        isLoading = false
      })
  }
  created.on('moveend', redraw)
  return {
    map: created,
    setPlaces: (places) => {
      for (const name of names) name.marker.remove()
      // Capitals that share the name of their department are placed before other cities.
      const ordered = places.toSorted((a, b) => Number(namesDepartment(b)) - Number(namesDepartment(a)))
      names = ordered.map((place) => ({ place, marker: createName(place) }))
      created.whenReady(redraw)
    },
    setTiles: (tiles) => {
      hasTiles = true
      sketchNote.remove()
      addTiles(created, tiles)
    },
    setObstacles: (next) => {
      boxes = next
      created.whenReady(redraw)
    },
  }
}

/** Wraps each tile's image in an element. Leaflet would cancel a bare image with a `data:` URL, which the CSP refuses. */
class Tiles extends TileLayer {
  protected override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const frame = document.createElement('div')
    frame.append(super.createTile(coords, done))
    return frame
  }
}

/** The drawn map stays visible until the first tile has loaded. */
function addTiles(created: LeafletMap, { url, attribution, attributionUrl }: MapTiles): void {
  const source = document.createElement(attributionUrl === null ? 'span' : 'a')
  source.textContent = attribution
  if (attributionUrl !== null) source.setAttribute('href', attributionUrl)
  control.attribution({ prefix: false }).addTo(created)
  const tiles = new Tiles(url, { attribution: source.outerHTML, maxZoom: zooms.most + 1 })
  tiles.once('tileload', () => created.getContainer().classList.add('map-has-tiles'))
  tiles.addTo(created)
}

const namesDepartment = ({ name, department }: MapPlace) => name === department

type Name = { place: MapPlace; marker: Marker }

function createName({ latitude, longitude, name, kind }: MapPlace): Marker {
  const html = document.createElement('span')
  html.textContent = name
  const icon = divIcon({ className: `map-name map-${kind}`, html, iconSize: [0, 0] })
  return marker([latitude, longitude], { icon, interactive: false, keyboard: false, zIndexOffset: -1000 })
}

/** Leaves out a name that would overlap a marker or another name. Returns what markers and names cover. */
function showNames(current: LeafletMap, { names, boxes }: { names: readonly Name[]; boxes: readonly Box[] }): Taken[] {
  const zoom = current.getZoom()
  const onMap = ({ latitude, longitude }: Point) => current.project([latitude, longitude], zoom)
  const taken: Taken[] = boxes.map((box) => ({ ...onMap(box), halfWidth: box.width / 2, halfHeight: box.height / 2 }))
  for (const { kind, from, to } of namedKinds) {
    for (const { place, marker: name } of names) {
      if (place.kind !== kind) continue
      const { x, y } = onMap(place)
      const halfWidth = (place.name.length * letterWidth) / 2
      const isFree = ({ shift }: { shift: number }) =>
        taken.every(
          (other) =>
            Math.abs(other.y - y - shift) > other.halfHeight + nameHeight / 2 ||
            Math.abs(other.x - x) > other.halfWidth + halfWidth,
        )
      const free = zoom < from || zoom > to ? undefined : nameShifts.find(isFree)
      if (!free) {
        name.remove()
        continue
      }
      taken.push({ x, y: y + free.shift, halfWidth, halfHeight: nameHeight / 2 })
      name.addTo(current)
      const text = name.getElement()
      text?.classList.toggle('map-name-below', free.shift > 0)
      text?.classList.toggle('map-name-above', free.shift < 0)
    }
  }
  return taken
}
