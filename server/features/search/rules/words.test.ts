import { describe, expect, test } from 'vitest'
import { needOf, readWords } from './words.ts'

describe('the words that are read from a text', () => {
  test.each([
    ['Fisio en Pocitos', ['fisio', 'pocitos']],
    ['100% _real_', ['100', 'real']],
    ['  ', []],
    ['😀 %', []],
    ['de la', []],
    ['Hola, buenas tardes, muchas gracias', []],
    ['¿cuánto sale una sesión?', []],
    ['mi vieja tiene parkinson', ['parkinson']],
    ['me duele la espalda y quiero ir', ['espalda']],
    ['el traumatólogo me mandó a fisio', ['fisio']],
    ['Ñandú ñandú NANDU', ['nandu']],
    ['ﬁsio', ['fisio']],
    [Array.from({ length: 50 }, (_, index) => `w${index}`).join(' '), expect.objectContaining({ length: 10 })],
  ])('for «%s» are %j', (text, words) => {
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
