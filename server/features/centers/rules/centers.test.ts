import { expect, test } from 'vitest'
import { choosePlace, departmentOf, excerpt, hasBadge, mergeSpecialties } from './centers.ts'

test('a specialty in two spellings counts once', () => {
  expect(mergeSpecialties(['Psicología'], ['PSICOLOGIA', ' Reiki ', ''])).toEqual(['Psicología', 'Reiki'])
})

test('the badge requires approved documents in force', () => {
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

test('an address gets the place of its neighbourhood, else of its city, else of the department’s capital', () => {
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

test('an address without a department gets that of its neighbourhood, else of the place after its street, else Montevideo', () => {
  const place = { latitude: 0, longitude: 0 }
  const places = [
    { ...place, slug: 'pocitos', name: 'Pocitos', kind: 'neighborhood', department: 'Montevideo' },
    { ...place, slug: 'pando', name: 'Pando', kind: 'city', department: 'Canelones' },
    { ...place, slug: 'rivera', name: 'Rivera', kind: 'city', department: 'Rivera' },
    { ...place, slug: 'paysandu', name: 'Paysandú', kind: 'city', department: 'Paysandú' },
    { ...place, slug: 'punta-del-este', name: 'Punta del Este', kind: 'city', department: 'Maldonado' },
  ] as const
  const find = (address: string, neighborhood: string | null = null) => departmentOf(places, { address, neighborhood })
  expect(find('Calle 20 1234', 'PUNTA DEL ESTE')).toBe('Maldonado')
  expect(find('18 de Julio 1234, paysandu')).toBe('Paysandú')
  expect(find('18 de Julio 1234, apto 3, Pando, Canelones')).toBe('Canelones')
  // The neighbourhood's field outweighs the text after the street, and a street's own name does not count.
  expect(find('Paysandú 900, esquina, Rivera', 'Pocitos, Montevideo')).toBe('Montevideo')
  expect(find('Rivera 2000')).toBe('Montevideo')
  expect(find('', '')).toBe('Montevideo')
})
