import { expect, test } from 'vitest'
import { healthWordsIn } from './health-words.ts'

test.each([
  ['Me ayudó mucho con la ansiedad y la Depresión', ['ansiedad', 'Depresión']],
  ['Después de la cirugía de hernia volví a correr', ['cirugía', 'hernia']],
  ['Muy amable y puntual, la sala es linda', []],
  ['Atendió a mi hijo con mucha paciencia', []],
  ['', []],
])('«%s» names %j', (text, words) => {
  expect(healthWordsIn(text)).toEqual(words)
})

test('a repeated word is named once, and a long text without such words names none', () => {
  expect(healthWordsIn('ansiedad, ansiedad')).toEqual(['ansiedad'])
  expect(healthWordsIn('a'.repeat(2000))).toEqual([])
})
