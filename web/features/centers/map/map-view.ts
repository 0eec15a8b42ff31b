import type { Map as LeafletMap } from 'leaflet'

import { country, type MapArea } from '#contract/map-area.ts'

/** How far a map may be moved beyond the country and still be searched, in degrees. */
const margin = 4

/** The part of the map in view, limited to the country and its surroundings. */
export function areaOfMap(map: LeafletMap): MapArea {
  const bounds = map.getBounds()
  const limits = {
    south: country.south - margin,
    west: country.west - margin,
    north: country.north + margin,
    east: country.east + margin,
  }
  const visible = { south: bounds.getSouth(), west: bounds.getWest(), north: bounds.getNorth(), east: bounds.getEast() }
  return intersection(limits, visible) ?? country
}

export function intersection(a: MapArea, b: MapArea): MapArea | undefined {
  const common = {
    south: Math.max(a.south, b.south),
    west: Math.max(a.west, b.west),
    north: Math.min(a.north, b.north),
    east: Math.min(a.east, b.east),
  }
  return common.south < common.north && common.west < common.east ? common : undefined
}

/** This many decimals are accurate to about 11 metres. */
const decimals = 4

/** Writes the format of readMapArea(), rounded outwards, so that every position inside stays inside. */
export function mapAreaText({ south, west, north, east }: MapArea): string {
  const factor = 10 ** decimals
  const down = (value: number) => (Math.floor(value * factor) / factor).toFixed(decimals)
  const up = (value: number) => (Math.ceil(value * factor) / factor).toFixed(decimals)
  return [down(south), down(west), up(north), up(east)].join()
}

/** A map that looks at a place shows this many of the results around it. */
const nearCount = 10

/** The points nearest to a place, on a map as flat as a town. */
export function nearest<Marked extends { latitude: number; longitude: number }>(
  points: readonly Marked[],
  place: { latitude: number; longitude: number },
): Marked[] {
  const shrink = Math.cos((place.latitude * Math.PI) / 180)
  const distance = ({ latitude, longitude }: Marked) =>
    Math.hypot(latitude - place.latitude, (longitude - place.longitude) * shrink)
  return points.toSorted((a, b) => distance(a) - distance(b)).slice(0, nearCount)
}
