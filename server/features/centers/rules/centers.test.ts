import { expect, test } from 'vitest'
import { choosePlace, departmentOf, excerpt, hasBadge, mergeSpecialties, withoutVideoCalls } from './centers.ts'

test('a specialty in two spellings is listed once', () => {
  expect(mergeSpecialties(['Psicología'], ['PSICOLOGIA', ' Reiki ', ''])).toEqual(['Psicología', 'Reiki'])
})

test('without video calls, a mixed practice attends only at the centre', () => {
  expect(withoutVideoCalls(['Presencial', 'Online', 'Mixta'])).toEqual(['Presencial'])
  expect(withoutVideoCalls(['Mixta', 'A domicilio'])).toEqual(['Presencial', 'A domicilio'])
  expect(withoutVideoCalls(['Online'])).toEqual([])
})

test('the badge requires approved documents and a valid licence', () => {
  const approved = { verified: true, complianceStatus: 'compliant', isLicenseLapsed: false }
  expect(hasBadge(approved)).toBe(true)
  expect(hasBadge({ ...approved, complianceStatus: 'non_compliant' })).toBe(false)
  expect(hasBadge({ ...approved, verified: false })).toBe(false)
  expect(hasBadge({ ...approved, isLicenseLapsed: true })).toBe(false)
})

test('a long description is cut between words, and a short one stays whole', () => {
  expect(excerpt('Breve.')).toBe('Breve.')
  const cut = excerpt('palabra, '.repeat(100))
  expect(cut.length).toBeLessThanOrEqual(241)
  expect(cut).toMatch(/palabra…$/)
})

test('an address is placed in its neighbourhood, or else in its city, or else in the capital of the department', () => {
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

test('an address without a department gets the one of its neighbourhood, or else of the place named after its street, or else Montevideo', () => {
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
  // The neighbourhood field has priority over the text after the street, and the name of the street is ignored.
  expect(find('Paysandú 900, esquina, Rivera', 'Pocitos, Montevideo')).toBe('Montevideo')
  expect(find('Rivera 2000')).toBe('Montevideo')
  expect(find('', '')).toBe('Montevideo')
})
