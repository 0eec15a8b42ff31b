import { describe, expect, test } from 'vitest'
import { inFull } from './abbreviations.ts'
import { conditionAt } from './conditions.ts'
import { wordsToSay } from './missing-words.ts'
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
    ['quisiera que me la vea alguien, ando precisando llevarla', []],
    ['¿me podrías decir si atenderían? necesitaríamos que vengas a acompañarlo', []],
    ['mandame un mensaje y avisame si tenés', ['mensaje']],
    ['soy sorda, busco psicóloga', ['psicologa']],
    ['me tiembla la mano al comer', ['me tiembla', 'mano']],
    ['me torcí el tobillo corriendo por la rambla', ['torci', 'tobillo']],
    ['Carlos Acosta, Sara Durán y Miranda Salas', ['carlos', 'acosta', 'sara', 'duran', 'miranda', 'salas']],
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

test.each([
  ['psq', 'psiquiatra'],
  ['t. o.', 'terapia ocupacional'],
  ['tera ocup pocitos', 'terapia ocupacional pocitos'],
  ['kin x casmu', 'kinesiología por casmu'],
  ['bo toy re mal', 'bo estoy re mal'],
  ['todo o nada, te ocupas', 'todo o nada, te ocupas'],
])('«%s» is «%s» in full', (typed, full) => {
  expect(inFull(typed)).toBe(full)
})

test.each([
  ['fisio arqueología', 'arqueologia', 'arqueologia'],
  ['quiero ir con filomena zubizarreta la psicóloga', 'filomena zubizarreta', 'filomena zubizarreta'],
  ['me atendí con la dra zubizarreta y quiero volver', 'zubizarreta', 'zubizarreta'],
  ['mi hijo va al psicólogo Zubizarreta', 'zubizarreta', 'zubizarreta'],
  ['me quedo en blanco en los parciales', 'parciales', ''],
  ['ME DUELE LA PIZARRA', 'pizarra', ''],
  ['fisio antes de la 42k', '42k', ''],
])('of «%s», where no centre has «%s», «%s» is said', (text, absent, said) => {
  expect(wordsToSay(text, absent.split(' ')).join(' ')).toBe(said)
})

test('a word of the longest text is read quickly', () => {
  const startedAt = process.threadCpuUsage()
  for (const part of ['al ', 'arar', 'melo', 'te oc ', 'soy sordo ', 'a'])
    readWords(inFull(part.repeat(2000).slice(0, 2000)))
  expect(process.threadCpuUsage(startedAt).user / 1000).toBeLessThan(500)
})

test('an option that is narrower than its services matches by its terms only', () => {
  expect(needOf(['psiquiatria'])).toEqual({ services: [], terms: ['psiquiatr'] })
  expect(needOf(['psiquiatria', 'reiki'])).toEqual({ services: ['reiki'], terms: ['psiquiatr', 'reiki'] })
  expect(needOf([])).toBeUndefined()
})

test('a phrase that ends in a short word ends there: a fear of something, and not a fear and a friend', () => {
  expect(conditionAt(['miedo', 'a', 'volar'], 0)).toMatchObject({ length: 2 })
  for (const word of ['amiga', 'ahora', 'abuelo']) expect(conditionAt(['miedo', word], 0)).toBeUndefined()
  expect(conditionAt(['me', 'siento', 'fea'], 0)).toMatchObject({ length: 3 })
})
