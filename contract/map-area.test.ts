import { describe, expect, test } from 'vitest'
import { readMapArea } from './map-area.ts'

describe('readMapArea', () => {
  test('a text is read as south, west, north, east', () => {
    expect(readMapArea('-34.95,-56.25,-34.85,-56.05')).toEqual({
      south: -34.95,
      west: -56.25,
      north: -34.85,
      east: -56.05,
    })
  })

  test.each([
    ['no number', 'a,b,c,d'],
    ['NaN', 'NaN,NaN,NaN,NaN'],
    ['an infinite number', '-Infinity,-56,-34,-55'],
    ['three numbers', '-34.95,-56.25,-34.85'],
    ['five numbers', '-34.95,-56.25,-34.85,-56.05,1'],
    ['an exponent', '-3e1,-56,-29,-55'],
    ['a latitude out of range', '-91,-56,-89,-55'],
    ['a longitude out of range', '-35,-181,-34,-179'],
    ['south above north', '-34.85,-56.25,-34.95,-56.05'],
    ['west beyond east, as across the antimeridian', '-20,179,-10,-179'],
    ['no height', '-34.9,-56.2,-34.9,-56.1'],
    ['the whole earth', '-90,-180,90,180'],
    ['more than 20 degrees', '-35,-56,-14.9,-55'],
    ['spaces', ' -34.95,-56.25,-34.85,-56.05'],
    ['an empty text', ''],
    ['5,000 digits', `-34.${'9'.repeat(5000)},-56.25,-34.85,-56.05`],
  ])('a text with %s is refused', (_, text) => {
    expect(readMapArea(text)).toBeUndefined()
  })
})
