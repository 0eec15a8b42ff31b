import { describe, expect, test } from 'vitest'
import { availabilityWindow, chordMeters, distanceMeters, needOf, pointOf, readWords } from './search.rules.ts'

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

  test('are at most half of the earth', () => {
    expect(chordMeters(30_000_000)).toBeCloseTo(2 * 6_371_000)
  })
})

describe('words of a text', () => {
  test.each([
    ['Fisio en Pocitos', ['fisio', 'pocitos']],
    ['100% _real_', ['100', 'real']],
    ['  ', []],
    ['😀 %', []],
    ['de la', ['de', 'la']],
    ['Ñandú ñandú NANDU', ['nandu']],
    ['ﬁsio', ['fisio']],
    [Array.from({ length: 50 }, (_, index) => `w${index}`).join(' '), expect.objectContaining({ length: 10 })],
  ])('«%s»', (text, words) => {
    expect(readWords(text).map((word) => word.text)).toEqual(words)
  })
})

test.each([
  ['fisoterapia', 'fisioterap'],
  ['fsioterapia', 'fisioterap'],
  ['fisioterapai', 'fisio'],
  ['nutrision', 'nutric'],
  ['sicologia', 'psicol'],
  ['psicotreapeuta', 'psicoterap'],
  ['siquiatra', 'psiquiatr'],
  ['osteopta', 'osteopat'],
])('«%s» is understood despite its misspelling', (text, term) => {
  expect(readWords(text)[0]?.specialties?.terms.some((known) => term.startsWith(known))).toBe(true)
})

test.each(['terapeutica', 'estrella', 'movimiento', 'radiologia', 'musicoterapia', 'centro'])(
  '«%s» is not treated as a misspelling',
  (text) => {
    expect(readWords(text)[0]?.specialties).toBeUndefined()
  },
)

test('an option that is narrower than its services matches by its terms only', () => {
  expect(needOf(['psiquiatria'])).toEqual({ services: [], terms: ['psiquiatr'] })
  expect(needOf(['psiquiatria', 'reiki'])).toEqual({ services: ['reiki'], terms: ['psiquiatr', 'reiki'] })
  expect(needOf([])).toBeUndefined()
})

describe('availability', () => {
  // Late in the evening of the 20th in Montevideo, the 21st in UTC.
  const now = new Date('2026-11-21T02:30:00Z')

  test('today ends at local midnight', () => {
    expect(availabilityWindow({ availability: 'today', now, searchDays: 14 })).toEqual({
      from: now,
      to: new Date('2026-11-21T02:59:59.999Z'),
    })
  })

  test('the parts of the day cover fourteen local days', () => {
    expect(availabilityWindow({ availability: 'evening', now, searchDays: 14 })).toEqual({
      from: now,
      to: new Date('2026-12-04T02:59:59.999Z'),
      dayPart: 'evening',
    })
  })
})
