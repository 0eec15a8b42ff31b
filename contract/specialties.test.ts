import { describe, expect, test } from 'vitest'
import { foldText } from './folded-text.ts'
import { recognizeSpecialties } from './recognize-specialties.ts'
import { searchPageAOptions, searchPageBOptions, signUpOptions, specialties, specialtyTerms } from './specialties.ts'
import { serviceSlugs, specialtyKeys } from './specialty-keys.ts'

/** In the words and the order of the specification. */
const options = {
  'search page A': {
    keys: searchPageAOptions,
    labels: ['Fisioterapia', 'Rehabilitación', 'Psicoterapia', 'Terapias naturales', 'Masaje terapéutico'],
  },
  'search page B': {
    keys: searchPageBOptions,
    labels: [
      'Psicología',
      'Fisioterapia',
      'Nutrición',
      'Terapia ocupacional',
      'Fonoaudiología',
      'Psiquiatría',
      'Neurología',
      'Cardiología',
    ],
  },
  '/auth': {
    keys: signUpOptions,
    labels: [
      'Psicología',
      'Psiquiatría',
      'Fisioterapia',
      'Osteopatía',
      'Mindfulness',
      'Coaching',
      'Nutrición',
      'Neurorehabilitación',
      'Terapia Familiar',
      'Otro',
    ],
  },
}

describe.each(Object.entries(options))('the specialty options of %s', (_, { keys, labels }) => {
  test('the options are those of the specification, each mapped to services of the catalogue', () => {
    expect(keys.map((key) => specialties[key].label)).toEqual(labels)
    for (const key of keys) {
      for (const service of specialties[key].services) expect(serviceSlugs).toContain(service)
      expect(specialtyTerms[key].terms.length).toBeGreaterThan(0)
    }
  })
})

test('every service of the catalogue belongs to at least one option', () => {
  const found = new Set<string>(specialtyKeys.flatMap((key) => [...specialties[key].services]))
  expect(serviceSlugs.filter((slug) => !found.has(slug))).toEqual([])
})

test.each(specialtyKeys)('typing the label of %s selects that option', (key) => {
  expect(recognizeSpecialties(specialties[key].label)).toContain(key)
  expect(recognizeSpecialties(foldText(specialties[key].label).toUpperCase())).toContain(key)
})

test('every term is a folded word, so that it is safe in a pattern', () => {
  for (const term of specialtyKeys.flatMap((key) => [...specialtyTerms[key].terms]))
    expect(term).toMatch(/^[a-z]+( [a-z]+)*$/)
})

test.each([
  ['fisio', 'fisioterapia'],
  ['FISIÓ cerca de casa', 'fisioterapia'],
  ['psiquiatra infantil', 'psiquiatria'],
  ['Neurólogo', 'neurologia'],
  ['cardiología', 'cardiologia'],
  ['flores de Bach', 'terapias-naturales'],
  ['fonoaudióloga', 'logopedia'],
  ['terapia de pareja', 'terapia-familiar'],
] as const)('«%s» points to %s', (text, key) => {
  expect(recognizeSpecialties(text)).toContain(key)
})

test.each(['', '   ', '%', '_', '😀', 'zzz', 'de la'])('«%s» matches no option', (text) => {
  expect(recognizeSpecialties(text)).toEqual([])
})

test.each([
  ['me duele la espalda', 'fisioterapia'],
  ['dolor de rodilla', 'fisioterapia'],
  ['no puedo dormir', 'psicologia'],
  ['ataque de pánico', 'psicologia'],
  ['quiero bajar de peso', 'nutricion'],
  ['dolor de cabeza', 'osteopatia'],
] as const)('«%s» points to %s', (text, key) => expect(recognizeSpecialties(text)).toContain(key))
