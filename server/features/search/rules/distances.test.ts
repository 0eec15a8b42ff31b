import { describe, expect, test } from 'vitest'
import { chordMeters, distanceMeters, pointOf } from './distances.ts'

const pocitos = { latitude: -34.91, longitude: -56.15 }
const salto = { latitude: -31.3833, longitude: -57.9667 }

describe('distances', () => {
  test('are great-circle metres on a sphere of 6371 km', () => {
    expect(distanceMeters(pocitos, pocitos)).toBe(0)
    // One degree of latitude.
    expect(distanceMeters({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 })).toBeCloseTo(111_194.93, 1)
    expect(distanceMeters({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 })).toBeCloseTo(20_015_086.8, 0)
  })

  test('agree with the straight lines that the database compares', () => {
    const [a, b] = [pointOf(pocitos), pointOf(salto)]
    const chord = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
    expect(chordMeters(distanceMeters(pocitos, salto))).toBeCloseTo(chord, 3)
  })

  test('of chords are at most the diameter of the earth', () => {
    expect(chordMeters(30_000_000)).toBeCloseTo(2 * 6_371_000)
  })
})
