import { expect, test } from 'vitest'
import { readMapArea } from '#contract/map-area.ts'
import { intersection, mapAreaText, nearest } from './map-view.ts'

test('an area is written with its edges rounded outwards', () => {
  const written = mapAreaText({ south: -34.950_04, west: -56.250_04, north: -34.850_06, east: -56.05 })
  expect(written).toBe('-34.9501,-56.2501,-34.8500,-56.0500')
  expect(readMapArea(written)).toEqual({ south: -34.9501, west: -56.2501, north: -34.85, east: -56.05 })
})

test('areas that overlap have a common part, and others have none', () => {
  const area = { south: -35, west: -57, north: -34, east: -56 }
  expect(intersection(area, { south: -34.5, west: -60, north: -30, east: -56.5 })).toEqual({
    south: -34.5,
    west: -57,
    north: -34,
    east: -56.5,
  })
  expect(intersection(area, { south: -34, west: -57, north: -33, east: -56 })).toBeUndefined()
})

test('a map that looks at a place fits the ten results nearest to it, and not one in another city', () => {
  const place = { latitude: -34.91, longitude: -56.15 }
  const around = Array.from({ length: 10 }, (_, index) => ({ latitude: -34.91 + index / 1000, longitude: -56.15 }))
  expect(nearest([{ latitude: -31.38, longitude: -57.97 }, ...around], place)).toEqual(around)
})
