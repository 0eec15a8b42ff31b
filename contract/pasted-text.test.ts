import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizePhone } from '#server/platform/phones.ts'
import { typedEmail } from './credentials.ts'
import { nameFault, typedName } from './names.ts'
import { cleanPlainText, cleanText } from './pasted-text.ts'
import { typedPhone } from './phones.ts'
import { cleanedCode } from './promotion-codes.ts'

/** What programs add to a text that is copied from them. */
const marks = [
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202c',
  '\u2066',
  '\u2069',
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u061c',
]
const hyphens = ['-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2212', '\uff0d']
const spaces = [' ', '\u00a0', '\u202f', '\u2007', '\u2009', '\u3000']
const fullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (char) => String.fromCodePoint(char.charCodeAt(0) + 0xfee0))

/** The text with marks between its characters, and with other hyphens and spaces. */
const pasted = (text: string) =>
  fc
    .array(
      fc.record({
        mark: fc.constantFrom('', ...marks),
        hyphen: fc.constantFrom(...hyphens),
        space: fc.constantFrom(...spaces),
      }),
      {
        minLength: text.length,
        maxLength: text.length,
      },
    )
    .map((changes) =>
      [...text]
        .map((char, at) => {
          const { mark, hyphen, space } = changes[at] ?? { mark: '', hyphen: '-', space: ' ' }
          return mark + (char === '-' ? hyphen : char === ' ' ? space : char)
        })
        .join(''),
    )

test.each(['099-123-456', '+598 99 123 456', '(02) 901 2345', '+54 11 4123-4567'])(
  'the telephone number %s is accepted however it was pasted',
  (phone) => {
    const expected = normalizePhone(phone)
    expect(expected).toBeDefined()
    fc.assert(
      fc.property(pasted(phone), (text) => {
        expect(normalizePhone(text)).toBe(expected)
        expect(typedPhone('Falta').safeParse(text).data).toBe(phone)
      }),
    )
    expect(normalizePhone(fullWidth(phone))).toBe(expected)
  },
)

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
