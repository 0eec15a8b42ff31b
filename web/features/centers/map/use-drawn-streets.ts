import { useEffect, useState } from 'react'

import type { Point } from './base-map.ts'
import { useMapTiles } from './use-map-tiles.ts'

/** The box of the streets that a map can draw by itself; outside it, the streets need not load to know that there are none. */
const streetBox = { south: -34.94, west: -56.27, north: -34.79, east: -55.88 }
/** A map helps with a known street at most so far away. */
const nearMeters = 400

/**
 * Whether a map around the point would show streets: its own, or those of tiles. The exact distance is measured once `isNear`, with
 * the streets, which load then.
 */
export function useHasDrawnStreets(point: Point | undefined, isNear: boolean): boolean {
  const hasTiles = useMapTiles() !== undefined
  const [isEmpty, setIsEmpty] = useState(false)
  const { latitude, longitude } = point ?? { latitude: 0, longitude: 0 }
  useEffect(() => {
    if (!isNear || hasTiles) return undefined
    let isLeft = false
    void import('./streets.ts')
      .then(({ metersToStreet }) => {
        if (!isLeft) setIsEmpty(metersToStreet({ latitude, longitude }) > nearMeters)
      })
      .catch(() => undefined)
    return () => {
      isLeft = true
    }
  }, [isNear, hasTiles, latitude, longitude])
  if (!point) return false
  if (hasTiles) return true
  const { south, west, north, east } = streetBox
  return !isEmpty && latitude > south && latitude < north && longitude > west && longitude < east
}
