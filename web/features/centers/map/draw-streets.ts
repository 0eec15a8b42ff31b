import { divIcon, type Map as LeafletMap, type Marker, marker, polyline } from 'leaflet'

import { type Street, streets } from './streets.ts'

/** A box on the map that something covers, in pixels of the zoom level; its position is the middle. */
export type Taken = { x: number; y: number; halfWidth: number; halfHeight: number }

/** The zoom level from which streets of a rank are drawn, and a level later named. */
const drawnFrom = { 1: 11, 2: 13, 3: 15 } as const
const namedFrom = { 1: 13, 2: 14, 3: 15 } as const
const widths = { 1: 4, 2: 2.5, 3: 2 } as const
const letterWidth = 6.2
const nameHeight = 15
/** The shares of a street's part in view at which its name is tried. */
const tries = [0.5, 0.3, 0.7, 0.15, 0.85]

type Drawn = { street: Street; line: ReturnType<typeof polyline>; name: Marker }

/** Draws the streets below the markers. The result places their names where `taken` leaves room for them. */
export function drawStreets(map: LeafletMap): (taken: Taken[]) => void {
  const drawn = streets.map((street): Drawn => {
    const line = polyline(street.points, {
      className: `map-street map-street-${street.rank}`,
      weight: widths[street.rank],
      interactive: false,
      smoothFactor: 0.5,
    })
    return { street, line, name: createName(street) }
  })
  return (taken) => {
    const zoom = map.getZoom()
    for (const { street, line, name } of drawn) {
      if (zoom < drawnFrom[street.rank]) line.remove()
      else if (!map.hasLayer(line)) line.addTo(map)
      const spot = zoom < namedFrom[street.rank] ? undefined : findSpot(map, street, taken)
      if (!spot) {
        name.remove()
        continue
      }
      taken.push(...spot.boxes)
      name.setLatLng(map.unproject([spot.x, spot.y], zoom)).addTo(map)
      const text = name.getElement()?.firstElementChild
      if (text instanceof HTMLElement) text.style.rotate = `${spot.angle}deg`
    }
  }
}

function createName({ name, rank }: Street): Marker {
  const html = document.createElement('span')
  html.textContent = name
  const icon = divIcon({ className: `map-street-name map-street-name-${rank}`, html, iconSize: [0, 0] })
  return marker([0, 0], { icon, interactive: false, keyboard: false, zIndexOffset: -2000 })
}

/** Where on its part in view the name of a street has room, and in which direction it runs, in degrees. */
function findSpot(map: LeafletMap, { name, points }: Street, taken: readonly Taken[]) {
  const zoom = map.getZoom()
  const { min, max } = map.getPixelBounds()
  if (!min || !max) return undefined
  const length = name.length * letterWidth
  const segments = points.slice(1).flatMap((point, index) => {
    const from = map.project(points[index] ?? point, zoom)
    const to = map.project(point, zoom)
    // A name runs along a segment that is not much shorter than itself.
    return from.distanceTo(to) < length * 0.7 ? [] : [{ from, to }]
  })
  for (const share of tries) {
    for (const { from, to } of segments) {
      const x = from.x + (to.x - from.x) * share
      const y = from.y + (to.y - from.y) * share
      const half = length / 2
      if (x - half < min.x || x + half > max.x || y - half / 2 < min.y || y + half / 2 > max.y) continue
      const slope = Math.atan2(to.y - from.y, to.x - from.x)
      const boxes = boxesAlong({ x, y, length, slope })
      if (boxes.every((box) => taken.every((other) => !overlap(box, other)))) {
        const degrees = (slope * 180) / Math.PI
        return { x, y, boxes, angle: degrees > 90 ? degrees - 180 : degrees < -90 ? degrees + 180 : degrees }
      }
    }
  }
  return undefined
}

/** A turned name as a row of small squares, so that a name beside it has room. */
function boxesAlong({ x, y, length, slope }: { x: number; y: number; length: number; slope: number }): Taken[] {
  const count = Math.ceil(length / nameHeight)
  const half = nameHeight / 2
  return Array.from({ length: count }, (_, index) => {
    const along = (index + 0.5) * (length / count) - length / 2
    return { x: x + along * Math.cos(slope), y: y + along * Math.sin(slope), halfWidth: half, halfHeight: half }
  })
}

const overlap = (a: Taken, b: Taken) =>
  Math.abs(a.x - b.x) < a.halfWidth + b.halfWidth && Math.abs(a.y - b.y) < a.halfHeight + b.halfHeight
