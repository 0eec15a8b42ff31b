import { describe, expect, test } from 'vitest'
import { findIntents, readIntents } from './intents.ts'
import { nameByWords } from './named-places.ts'

const place = (
  slug: string,
  name: string,
  department = 'Montevideo',
  kind: 'neighborhood' | 'city' = 'neighborhood',
) => ({
  slug,
  name,
  kind,
  department,
  latitude: -34.9,
  longitude: -56.1,
})
const places = nameByWords([
  place('centro', 'Centro'),
  place('colon', 'Colón'),
  place('cordon', 'Cordón'),
  place('la-comercial', 'La Comercial'),
  place('malvin', 'Malvín'),
  place('malvin-norte', 'Malvín Norte'),
  place('parque-rodo', 'Parque Rodó'),
  place('pocitos', 'Pocitos'),
  place('union', 'Unión'),
  place('maldonado', 'Maldonado', 'Maldonado', 'city'),
  place('minas', 'Minas', 'Lavalleja', 'city'),
  place('rivera', 'Rivera', 'Rivera', 'city'),
  place('trinidad', 'Trinidad', 'Flores', 'city'),
])
/** A Sunday. */
const today = '2026-11-22'

const read = (q: string) => {
  const { typed, intents } = findIntents(q, { places, today })
  const { chips: _chips, anyTimeQ: _q, ...values } = readIntents(typed, { intents })
  const { requests, ...others } = values
  const said = Object.keys(requests).length > 0 ? { ...others, requests } : others
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined && value !== false))
}
const chipsOf = (q: string) => {
  const { typed, intents } = findIntents(q, { places, today })
  return readIntents(typed, { intents }).chips
}

test.each([
  ['psicólogo online', { text: 'psicólogo', modality: 'online' }],
  ['Psicóloga ON LINE', { text: 'Psicóloga', modality: 'online' }],
  ['terapia por videollamada', { text: 'terapia', modality: 'online' }],
  ['fisioterapeuta a domicilio', { text: 'fisioterapeuta', modality: 'home' }],
  ['masajes en mi casa', { text: 'masajes', modality: 'home' }],
  ['fisio, no puede salir de casa', { text: 'fisio,', modality: 'home' }],
  ['psicóloga, no salgo de casa', { text: 'psicóloga,', modality: 'online' }],
  ['me cuestan los límites en casa', { text: 'me cuestan los límites en casa' }],
  ['mi gurí tartamudea', { text: 'tartamudea', requests: { ages: 'children' } }],
  ['psicóloga con intérprete de lsu', { text: 'psicóloga', requests: { language: 'signs' } }],
  ['nutrición presencial', { text: 'nutrición', modality: 'center' }],
  ['online', { text: '', modality: 'online' }],
  ['psicólogo para niños', { text: 'psicólogo', requests: { ages: 'children' } }],
  ['psicóloga para mi hijo', { text: 'psicóloga', requests: { ages: 'children' } }],
  ['psicología infantil', { text: 'psicología', requests: { ages: 'children' } }],
  ['fonoaudióloga para gurises', { text: 'fonoaudióloga', requests: { ages: 'children' } }],
  ['mi hijo tartamudea', { text: 'tartamudea', requests: { ages: 'children' } }],
  ['psicóloga de noche', { text: 'psicóloga', dayPart: 'evening' }],
  ['fisio a la mañana', { text: 'fisio', dayPart: 'morning' }],
  ['fisio por la mañana', { text: 'fisio', dayPart: 'morning' }],
  ['masajes de tarde', { text: 'masajes', dayPart: 'afternoon' }],
  ['psicólogo después de las 18', { text: 'psicólogo', dayPart: 'evening' }],
  ['fisio después del trabajo', { text: 'fisio', dayPart: 'evening' }],
  ['fisio mañana', { text: 'fisio', day: 'tomorrow' }],
  ['turno para mañana', { text: 'turno', day: 'tomorrow' }],
  ['psicóloga mañana a la mañana', { text: 'psicóloga', day: 'tomorrow', dayPart: 'morning' }],
  ['psicóloga mañana de tarde', { text: 'psicóloga', day: 'tomorrow', dayPart: 'afternoon' }],
  ['masaje hoy', { text: 'masaje', day: 'today' }],
  ['masaje esta noche', { text: 'masaje', day: 'today', dayPart: 'evening' }],
  ['fisio pasado mañana', { text: 'fisio', day: '2026-11-24' }],
  ['fisio el lunes', { text: 'fisio', day: '2026-11-23' }],
  ['fisio sábado', { text: 'fisio', day: '2026-11-28' }],
  ['fisio domingo', { text: 'fisio', day: '2026-11-22' }],
  ['fisio sábado o domingo', { text: 'fisio', day: 'weekend' }],
  ['fisio fin de semana', { text: 'fisio', day: 'weekend' }],
  ['masajes este finde', { text: 'masajes', day: 'weekend' }],
  ['psicólogo cerca', { text: 'psicólogo', near: 'here' }],
  ['psicólogo cerca de mí', { text: 'psicólogo', near: 'here' }],
  ['fisio Pocitos', { text: 'fisio', near: 'pocitos' }],
  ['fisio en Cordón', { text: 'fisio', near: 'cordon' }],
  ['fisio cerca del Parque Rodó', { text: 'fisio', near: 'parque-rodo' }],
  ['fisio malvin norte', { text: 'fisio', near: 'malvin-norte' }],
  ['fisio en la Unión', { text: 'fisio', near: 'union' }],
  ['fisio La Comercial', { text: 'fisio', near: 'la-comercial' }],
  ['psicólogo Maldonado', { text: 'psicólogo', near: 'maldonado' }],
  ['psicólogo en Flores', { text: 'psicólogo', near: 'trinidad' }],
  ['psicólogo en Lavalleja', { text: 'psicólogo', near: 'minas' }],
  ['psicólogo centro', { text: 'psicólogo', near: 'centro' }],
  ['psicólogo en el centro', { text: 'psicólogo', near: 'centro' }],
  ['psicólogo hasta $ 1.200', { text: 'psicólogo', requests: { maxPrice: 1200 } }],
  ['nutricionista menos de 1500 pesos', { text: 'nutricionista', requests: { maxPrice: 1500 } }],
  ['psicóloga gratis', { text: 'psicóloga', requests: { maxPrice: 0 } }],
  ['fisio a $ 0', { text: 'fisio', requests: { maxPrice: 0 } }],
  ['fisio $0 pesos', { text: 'fisio', requests: { maxPrice: 0 } }],
  ['fisio a menos de 5 km', { text: 'fisio a menos de 5 km' }],
  ['psicólogo barato', { text: 'psicólogo', requests: { sort: 'price' } }],
  ['fisio por Casmu', { text: 'fisio', requests: { cover: 'casmu' } }],
  ['¿atienden por BPS?', { text: '', requests: { cover: 'bps' } }],
  ['fisio con mutualista', { text: 'fisio', requests: { cover: 'mutualista' } }],
  ['fisio sin mutualista', { text: 'fisio sin mutualista' }],
  ['psicólogo para adolescente', { text: 'psicólogo', requests: { ages: 'teenagers' } }],
  ['psicólogo para mi hija de quince años', { text: 'psicólogo', requests: { ages: 'teenagers' } }],
  ['psicólogo online para mi hija de 15', { text: 'psicólogo', modality: 'online', requests: { ages: 'teenagers' } }],
  ['fonoaudióloga para mi hijo de 5', { text: 'fonoaudióloga', requests: { ages: 'children' } }],
  ['fisio tercera edad', { text: 'fisio', requests: { ages: 'older' } }],
  ['psicólogo en inglés', { text: 'psicólogo', requests: { language: 'english' } }],
  ['una psicóloga mujer', { text: 'una psicóloga', requests: { gender: 'woman' } }],
  ['un fisio hombre', { text: 'un fisio', requests: { gender: 'man' } }],
  ['buenas tardes busco fisio', { text: 'buenas tardes busco fisio' }],
  ['fisio cerca del Montevideo Shopping', { text: 'fisio', near: 'lugar-montevideo-shopping' }],
  ['psicólogo verificado', { text: 'psicólogo', verifiedOnly: true }],
  ['psicóloga online de noche', { text: 'psicóloga', modality: 'online', dayPart: 'evening' }],
  ['fisio sábado Pocitos', { text: 'fisio', day: '2026-11-28', near: 'pocitos' }],
  ['psicólogo para mi hijo cerca', { text: 'psicólogo', requests: { ages: 'children' }, near: 'here' }],
  ['masajes en Pocitos o a domicilio', { text: 'masajes', near: 'pocitos', modality: 'home' }],
])('«%s» is read as %j', (q, expected) => {
  expect(read(q)).toEqual(expected)
})

test.each([
  'psicóloga',
  'Casa de Salud',
  'presencial u online',
  'lunes o martes',
  'fisio Pocitos o Cordón',
  'no puedo dormir de noche',
  'centro de fisioterapia',
  'murió mi hijo',
  '',
  '😀',
  'ﬁsio',
])('«%s» has no intent and stays text', (q) => {
  expect(read(q).text).toBe(q)
})

describe('chips', () => {
  test('each have the text without their words and the prepositions before them', () => {
    expect(chipsOf('psicóloga online de noche en Pocitos')).toEqual([
      { kind: 'modality', label: 'Online', q: 'psicóloga de noche en Pocitos' },
      { kind: 'dayPart', label: 'Por la noche', q: 'psicóloga online en Pocitos' },
      { kind: 'near', label: 'Pocitos', q: 'psicóloga online de noche' },
    ])
    expect(chipsOf('terapia por zoom')).toEqual([{ kind: 'modality', label: 'Online', q: 'terapia' }])
    expect(chipsOf('masaje esta noche')).toEqual([
      { kind: 'dayPart', label: 'Por la noche', q: 'masaje' },
      { kind: 'day', label: 'Hoy', q: 'masaje' },
    ])
  })

  test('do not exist for words that a control overrides, which are removed from the text', () => {
    const { typed, intents } = findIntents('fisio sábado en Pocitos', { places, today })
    expect(readIntents(typed, { intents, ignored: new Set(['day', 'near']) })).toMatchObject({
      text: 'fisio',
      day: undefined,
      near: undefined,
      chips: [],
    })
  })

  test('come with a text for any day, which lacks only the words about the time', () => {
    const { typed, intents } = findIntents('fisio sábado de tarde en Pocitos', { places, today })
    expect(readIntents(typed, { intents }).anyTimeQ).toBe('fisio en Pocitos')
  })
})

test('a text of the maximum length is parsed quickly', () => {
  const startedAt = process.threadCpuUsage()
  for (const part of ['cerca ', 'mañana de la ', 'por la ', 'en el ', 'despues de las ']) {
    findIntents(part.repeat(500).slice(0, 2000), { places, today })
  }
  expect(process.threadCpuUsage(startedAt).user / 1000).toBeLessThan(500)
})
