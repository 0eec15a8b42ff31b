import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centerRegistrationSteps } from './center-registration.ts'
import { centerEdit } from './centers.ts'
import { settlementReference } from './commissions.ts'
import { guestEdit } from './contacts.ts'
import { typedEmail } from './credentials.ts'
import { nameFault, typedName } from './names.ts'
import { cleanPlainText, cleanText } from './pasted-text.ts'
import { cleanedCode } from './promotion-codes.ts'
import { supportForm } from './support.ts'
import { professionalEdit } from './team.ts'
import { fullWidth, pasted } from './testing/pasted.ts'

const { centerInfo } = centerRegistrationSteps

test('an e-mail address and a promotion code are what they look like', () => {
  fc.assert(
    fc.property(pasted('ana-maria@example.uy'), pasted('VERANO-20 26'), (email, code) => {
      expect(typedEmail().safeParse(email).data).toBe('ana-maria@example.uy')
      expect(cleanedCode(code)).toBe('VERANO2026')
    }),
  )
  expect(typedEmail().safeParse('\u200eana＠example.uy\u00a0').data).toBe('ana@example.uy')
  for (const copied of [
    'mailto:ana@example.uy',
    'MAILTO:ana@example.uy?subject=Hola',
    'Ana Pérez <ana@example.uy>',
    '<mailto:ana@example.uy>',
    '\u2068ana@example.uy\u2069',
    '\u200bana@example.uy',
    'ana@example.uy.',
    'ana@example.uy, ',
    'ana@example.uy;',
    'Ana Pérez <ana@example.uy>;',
    '<ana@example.uy>.',
    'mailto:ana@example.uy.',
    'mailto:ana@example.uy;?subject=Hola',
  ]) {
    expect(typedEmail().safeParse(copied).data).toBe('ana@example.uy')
  }
  expect(typedEmail().safeParse('\u212aarla@example.uy').success).toBe(false)
  expect(cleanPlainText('１２３ ４５６')).toBe('123 456')
})

test.each([
  ['ana@señal.uy', 'ana@xn--seal-hqa.uy'],
  ['ana@sen\u0303al.uy', 'ana@xn--seal-hqa.uy'],
  ['Ana <ana@correo.Señal.uy>,', 'ana@correo.xn--seal-hqa.uy'],
  ['ana@xn--seal-hqa.uy', 'ana@xn--seal-hqa.uy'],
])('the address %s of an international domain is the one that mail servers know', (typed, address) => {
  expect(typedEmail().safeParse(typed).data).toBe(address)
})

test.each([
  'ana@\u212aiwi.uy',
  'ana@ex\u0430mple.uy',
  'ana@exam\u24dfle.uy',
  'ana@señal.uy/casa',
  'ana@señal.uy:80',
  'ana@señal..uy',
  'ana@señal',
  'señal.uy',
  'ana@,',
  'ana@luis@señal.uy',
  'ana@example.uy, luis@example.uy',
])('«%s» becomes no other address', (typed) => {
  expect(typedEmail().safeParse(typed).success).toBe(false)
})

test('the address of a page may have an international domain', () => {
  expect(centerEdit.shape.website.safeParse('https://señal.uy/quiénes').success).toBe(true)
})

test.each([
  ['the website', centerEdit.shape.website],
  ['the room of a video call', professionalEdit.shape.videoLink],
])('%s may begin with a capital and have spaces around it', (_, schema) => {
  expect(schema.safeParse(' Https://Meet.ejemplo.uy/Sala ').data).toBe('https://Meet.ejemplo.uy/Sala')
  expect(schema.safeParse('HTTPS://meet.ejemplo.uy').data).toBe('https://meet.ejemplo.uy')
})

test.each(['https:centro.uy', 'https://', 'centro.uy', 'javascript:alert(1)//https://centro.uy'])(
  '%s is no address of a website',
  (typed) => {
    expect(centerEdit.shape.website.safeParse(typed).success).toBe(false)
  },
)

test.each([
  'javascript:alert(1)',
  'javascript:alert(1)//https://meet.ejemplo.uy',
  'data:text/html,<script>alert(1)</script>',
  'http://meet.ejemplo.uy/sala',
  'https://ana:clave@meet.ejemplo.uy/sala',
  'https://ana@meet.ejemplo.uy/sala',
  'https://meet.ejemplo.uy\\@otro.uy/sala',
  'https://meet',
  `https://meet.ejemplo.uy/${'a'.repeat(500)}`,
])('%s is no address of a room for video calls', (typed) => {
  expect(professionalEdit.shape.videoLink.safeParse(typed).success).toBe(false)
})

test.each([
  ['the website', centerEdit.shape.website, 'https://centro-ombu.uy/quienes-somos'],
  ['Instagram', centerEdit.shape.instagram, '@centro-ombu.uy'],
  ['Facebook', centerEdit.shape.facebook, 'https://www.facebook.com/centro-ombu'],
  ['Instagram at registration', centerInfo.shape.instagram, '@centro-ombu.uy'],
  ['Facebook at registration', centerInfo.shape.facebook, 'facebook.com/centro-ombu'],
  ['another address at registration', centerInfo.shape.alternativeEmail, 'otro-correo@ejemplo.uy'],
  ['the room of a video call', professionalEdit.shape.videoLink, 'https://meet.ejemplo.uy/abc-defg-hij'],
  ["a professional's number", professionalEdit.shape.registrationNumber, 'CJPPU 12-345'],
  ['the reference of a transfer', settlementReference, 'TRF-2026 1140'],
  ["a guest's address", guestEdit.shape.email, 'ana-maria@ejemplo.uy'],
  ['the address of a message to support', supportForm.shape.email, 'ana-maria@ejemplo.uy'],
])('%s is what it looks like when it is pasted', (_, schema, text) => {
  fc.assert(
    fc.property(pasted(text), (copied) => {
      expect(schema.safeParse(` ${copied} `).data).toBe(text)
    }),
  )
  expect(schema.safeParse(fullWidth(text)).data).toBe(text)
})

test('a dash of vertical type is a hyphen, too', () => {
  expect(cleanPlainText('099︱123')).toBe('099-123')
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

test('no name holds what is shown as nothing, and a message keeps its emoji', () => {
  const invisibles = ['\u034f', '\u2061', '\u2064', '\u200d', '\ufe0f', '\u{e0041}', '\u{e0100}', '\u17b5', '\u206f']
  for (const each of invisibles) {
    expect(typedName({ max: 200 }).safeParse(`Lucía${each} Pereira${each}`).data).toBe('Lucía Pereira')
  }
  const flag = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'
  expect(cleanText(`Vamos ${flag}!\u{e0041}\u{e0042}`)).toBe(`Vamos ${flag}!`)
  expect(cleanText('\u2764\ufe0f a\u034fb')).toBe('\u2764\ufe0f ab')
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

test('the end of a line is one character, however the text was sent', () => {
  expect(cleanText('Hola\r\n\r\nChau\rYa')).toBe('Hola\n\nChau\nYa')
})
