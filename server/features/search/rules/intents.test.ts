import { expect, test } from 'vitest'
import { readIntents } from './intents.ts'

test.each([
  ['psicólogo online', 'psicólogo', 'online', 'Online'],
  ['Psicóloga ON LINE en Pocitos', 'Psicóloga en Pocitos', 'online', 'Online'],
  ['terapia por videollamada', 'terapia por', 'online', 'Online'],
  ['fisioterapeuta a domicilio', 'fisioterapeuta', 'home', 'A domicilio'],
  ['masajes en mi casa', 'masajes', 'home', 'A domicilio'],
  ['nutrición presencial', 'nutrición', 'center', 'Presencial'],
  ['online', '', 'online', 'Online'],
])('«%s» is a search for «%s» at the place %s', (typed, text, place, label) => {
  expect(readIntents(typed)).toEqual({ text, place, chips: [{ label, q: text }] })
})

test.each(['psicóloga', 'Casa de Salud', 'presencial u online', '', '😀', 'ﬁsio'])(
  '«%s» says nothing about the place',
  (typed) => {
    expect(readIntents(typed)).toEqual({ text: typed, place: undefined, chips: [] })
  },
)
