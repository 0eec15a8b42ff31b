import { describe, expect, test } from 'vitest'
import { betterService, type Candidate, explain, partsOf, scoreOf, weights } from './recommendation.ts'

const now = new Date('2026-11-20T12:00:00Z')
const context = { need: '', service: 'fisioterapia', hasPlace: true, now } as const
const candidate: Candidate = {
  specialties: ['Fisioterapia deportiva'],
  services: ['Sesión de fisioterapia'],
  rating: 4.5,
  totalReviews: 20,
  distanceMeters: 1_000,
  nextTime: new Date('2026-11-21T12:00:00Z'),
  cancelledShare: 0.02,
}
const score = (more: Partial<Candidate>, need = '') => scoreOf({ ...candidate, ...more }, { ...context, need })

test('the weights add up to 1', () => {
  expect(Object.values(weights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1)
})

describe('a centre ranks higher', () => {
  test('with a specialty that the visitor typed than with another of the same service, and with that than with none', () => {
    const scoreWith = (specialty: string) =>
      score({ specialties: [specialty], services: [] }, 'lesión deportiva en la rodilla')
    expect(scoreWith('Rodilla')).toBeGreaterThan(scoreWith('Esguinces'))
    expect(scoreWith('Esguinces')).toBeGreaterThan(scoreWith('Yoga'))
  })

  test('with many good reviews than with a single perfect one', () => {
    expect(score({ rating: 4.8, totalReviews: 40 })).toBeGreaterThan(score({ rating: 5, totalReviews: 1 }))
  })

  test('when it is nearer, and lowest without coordinates', () => {
    expect(score({ distanceMeters: 500 })).toBeGreaterThan(score({ distanceMeters: 5_000 }))
    expect(score({ distanceMeters: 5_000 })).toBeGreaterThan(score({ distanceMeters: null }))
  })

  test('when its next time is sooner, and lowest without one', () => {
    const later = new Date('2026-11-28T12:00:00Z')
    expect(score({})).toBeGreaterThan(score({ nextTime: later }))
    expect(score({ nextTime: later })).toBeGreaterThan(score({ nextTime: undefined }))
  })

  test('when it cancels less, with an unknown share in between', () => {
    expect(score({ cancelledShare: 0 })).toBeGreaterThan(score({ cancelledShare: undefined }))
    expect(score({ cancelledShare: undefined })).toBeGreaterThan(score({ cancelledShare: 0.3 }))
  })
})

test('without a place and a need, the rating alone decides', () => {
  const first = { ...candidate, rating: 4.9, totalReviews: 80, nextTime: undefined, cancelledShare: 0.3 }
  const general = { ...context, hasPlace: false }
  expect(scoreOf(first, general)).toBeGreaterThan(scoreOf(candidate, general))
  expect(scoreOf(first, { ...general, need: 'rodilla' })).toBeLessThan(
    scoreOf(candidate, { ...general, need: 'rodilla' }),
  )
})

test('without a place and a need, their parts have no weight', () => {
  const parts = partsOf({ ...candidate, distanceMeters: null }, { ...context, hasPlace: false })
  expect([parts.distance.weight, parts.match.weight]).toEqual([0, 0])
  expect(explain({ ...candidate, distanceMeters: null }, { ...context, hasPlace: false })).not.toContain('A 1 km')
})

test('the parts give at most three reasons, the most important first', () => {
  expect(explain(candidate, { ...context, need: 'lesión deportiva' })).toEqual([
    'Ofrece Fisioterapia deportiva',
    'A 1,0\u00A0km',
    'Próxima hora: sáb 21 nov 09:00',
  ])
  const far = { ...candidate, distanceMeters: null, nextTime: undefined }
  expect(explain(far, { ...context, hasPlace: false })).toEqual(['Muy confiable: canceló el 2\u00A0% de sus citas'])
  expect(explain({ ...far, cancelledShare: 0 }, context)).toEqual(['Muy confiable: no canceló ninguna de sus citas'])
  expect(explain({ ...far, cancelledShare: 0.2 }, context)).toEqual([])
})

test.each([
  ['me duele la espalda desde que corro', 'fisioterapia', null],
  ['me siento triste y no puedo dormir', 'fisioterapia', 'psicoterapia'],
  ['quiero bajar de peso', 'psicoterapia', 'nutricion'],
  ['mi hijo tartamudea', 'fisioterapia', 'logopedia'],
  ['dolor de espalda', 'psicoterapia', 'fisioterapia'],
  ['contractura', 'masajistas', null],
  ['algo que nadie conoce', 'reiki', null],
  ['', 'reiki', null],
] as const)('the better service for «%s» than %s is %s', (need, service, better) => {
  expect(betterService(need, service)).toBe(better)
})
