import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typedEmail } from './credentials.ts'
import { nameFault, typedName } from './names.ts'
import { cleanPlainText, cleanText } from './pasted-text.ts'
import { cleanedCode } from './promotion-codes.ts'
import { pasted } from './testing/pasted.ts'

test('an e-mail address and a promotion code are what they look like', () => {
  fc.assert(
    fc.property(pasted('ana-maria@example.uy'), pasted('VERANO-20 26'), (email, code) => {
      expect(typedEmail().safeParse(email).data).toBe('ana-maria@example.uy')
      expect(cleanedCode(code)).toBe('VERANO2026')
    }),
  )
  expect(typedEmail().safeParse('\u200eana＠example.uy\u00a0').data).toBe('ana@example.uy')
  expect(cleanPlainText('１２３ ４５６')).toBe('123 456')
})

test('a cleaned text stays as it is, and emoji, accents and line breaks stay, too', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(cleanText(cleanText(text))).toBe(cleanText(text))
      expect(cleanPlainText(cleanPlainText(text))).toBe(cleanPlainText(text))
    }),
  )
  expect(cleanText('María 👩‍⚕️\nÑandú')).toBe('María 👩‍⚕️\nÑandú')
})

const givenNames = ['María', 'José', 'Ana', 'Juan', 'Íñigo', 'Zoé', 'Martín']
const particles = ['', 'De', 'De los', 'Del', 'La', 'Do', 'Di', 'Da', 'Van', 'St.']
const familyNames = ['Armas', 'León', 'Rosa', 'Carmo', 'Clair', "O'Neill", 'Núñez-Paz', 'Sosa']

test('a real name is accepted with initials and titles, with or without a space after the dot', () => {
  const part = fc.constantFrom
  const name = fc
    .tuple(
      part('', 'Dr.', 'Dra.', 'Lic.', 'Psic.'),
      part(...givenNames),
      part('', 'J.', 'A.M.'),
      part(...particles),
      part(...familyNames),
      part('', ' '),
    )
    .map(([title, given, initial, particle, family, gap]) => {
      const last = [particle, family].filter(Boolean).join(' ')
      return `${title}${title && gap}${given} ${initial}${initial && gap}${last}`
    })
  fc.assert(
    fc.property(name, (text) => {
      expect([text, nameFault(text)]).toEqual([text, undefined])
      expect(typedName({ max: 200, min: 1 }).safeParse(text).success).toBe(true)
    }),
  )
})
