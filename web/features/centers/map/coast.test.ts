import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { uruguay } from './coast.ts'

const migration = new URL('../../../../server/migrations/0005_catalogue.sql', import.meta.url)

/** Whether a line from the place to the east crosses the outline an odd number of times. */
function isOnLand(latitude: number, longitude: number): boolean {
  return (
    uruguay.filter(([south, west], index) => {
      const [north, east] = uruguay[(index + 1) % uruguay.length] ?? [0, 0]
      if (south > latitude === north > latitude) return false
      return longitude < west + ((latitude - south) / (north - south)) * (east - west)
    }).length %
      2 ===
    1
  )
}

test('every place of the gazetteer lies on the drawn land, and the bay of Montevideo and the river do not', () => {
  const rows = [
    ...readFileSync(migration, 'utf8').matchAll(/\('([a-z-]+)', '[^']+', '\w+', '[^']+', (-[\d.]+), (-[\d.]+)\)/g),
  ]
  expect(rows.length).toBeGreaterThan(50)
  const atSea = rows.filter(([, , latitude, longitude]) => !isOnLand(Number(latitude), Number(longitude)))
  expect(atSea.map(([, slug]) => slug)).toEqual([])
  expect(isOnLand(-34.89, -56.215)).toBe(false)
  expect(isOnLand(-34.95, -56.2)).toBe(false)
})
