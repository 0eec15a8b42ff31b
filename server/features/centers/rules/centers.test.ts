import { expect, test } from 'vitest'
import { choosePlace, excerpt, hasBadge, mergeSpecialties } from './centers.ts'

test('a specialty counts once, however it is written', () => {
  expect(mergeSpecialties(['Psicología'], ['PSICOLOGIA', ' Reiki ', ''])).toEqual(['Psicología', 'Reiki'])
})

test('the badge needs approved evidence that is still in force', () => {
  const approved = { verified: true, complianceStatus: 'compliant', isLicenseLapsed: false }
  expect(hasBadge(approved)).toBe(true)
  expect(hasBadge({ ...approved, complianceStatus: 'non_compliant' })).toBe(false)
  expect(hasBadge({ ...approved, verified: false })).toBe(false)
  expect(hasBadge({ ...approved, isLicenseLapsed: true })).toBe(false)
})

test('a long description is cut at a word, a short one stays', () => {
  expect(excerpt('Breve.')).toBe('Breve.')
  const cut = excerpt('palabra, '.repeat(100))
  expect(cut.length).toBeLessThanOrEqual(241)
  expect(cut).toMatch(/palabra…$/)
})

test('an address lies in its neighbourhood, else in its city, else in the department’s capital', () => {
  const place = { latitude: 0, longitude: 0 }
  const places = [
    { ...place, slug: 'pocitos', name: 'Pocitos', kind: 'neighborhood', department: 'Montevideo' },
    { ...place, slug: 'montevideo', name: 'Montevideo', kind: 'city', department: 'Montevideo' },
    { ...place, slug: 'pando', name: 'Pando', kind: 'city', department: 'Canelones' },
    { ...place, slug: 'canelones', name: 'Canelones', kind: 'city', department: 'Canelones' },
    { ...place, slug: 'minas', name: 'Minas', kind: 'city', department: 'Lavalleja' },
  ] as const
  const choose = (neighborhood: string | null, department: string) =>
    choosePlace(places, { neighborhood, department })?.slug
  expect(choose('POCITOS', 'Montevideo')).toBe('pocitos')
  expect(choose('Otro barrio', 'Montevideo')).toBe('montevideo')
  expect(choose('Pando', 'Canelones')).toBe('pando')
  expect(choose(null, 'Canelones')).toBe('canelones')
  expect(choose(null, 'Lavalleja')).toBe('minas')
  expect(choose('Pocitos', 'Atlántida')).toBeUndefined()
})
