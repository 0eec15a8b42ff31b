import { expect, test } from 'vitest'

import { cleanName, nameFault, nameFaults, typedName } from './names.ts'

const name = typedName({ min: 1, max: 200, message: 'Por favor ingresa tu nombre' })

test.for([
  'Dra. Ana M. Pérez',
  'Dr.Pérez',
  'María J.De Armas',
  'J.C.De León',
  'Dra.La Rosa',
  'Ma.de los Ángeles Díaz',
  'Mª.de los Ángeles Díaz',
  'Ana M.de la Fuente',
  'J.del Campo',
  'M.las Heras',
  'A.Do Carmo',
  'M.St. Clair',
  'Lic.Sosa',
  'J.C. Onetti',
  'Centro 360',
  'Salud & Movimiento (Pocitos)',
  'Clínica S.R.L.',
  'Masaje 1.5 h',
  "O'Neill-Núñez",
  'María 👩‍⚕️',
  'Psicoterapia: 50 min / online',
])('a name like «%s» is accepted', (text) => {
  expect(name.safeParse(text).error?.issues).toBeUndefined()
})

test.for([
  ['Ana\nGanaste un premio', nameFaults.lineBreak],
  ['Ana\r\nBcc: otra', nameFaults.lineBreak],
  ['Ana\u2028Premio', nameFaults.lineBreak],
  ['ana@ejemplo.uy', nameFaults.email],
  ['Premio ＠ejemplo', nameFaults.email],
  ['Entra a https://ejemplo.invalid', nameFaults.url],
  ['www.ejemplo', nameFaults.url],
  ['Fisio.uy', nameFaults.url],
  ['Premio en EJEMPLO.COM/gana', nameFaults.url],
  ['premio．ly', nameFaults.url],
  ['bit.ly', nameFaults.url],
  ['Bit.Ly', nameFaults.url],
  ['J.De/gana', nameFaults.url],
  ['J.de', nameFaults.url],
  ['J.de/gana ya', nameFaults.url],
  ['Premio.de la semana', nameFaults.url],
  ['t.co', nameFaults.url],
])('a name with a line break, an address or a link is refused, and the message says why: %j', ([text, message]) => {
  expect(name.safeParse(text).error?.issues[0]?.message).toBe(message)
})

test.for([' ', '\u3164', '\u2800', '\u115f\u1160'])(
  'a name in which nothing is seen (%j) is refused with the message of its form',
  (text) => {
    expect(name.safeParse(text).error?.issues[0]).toMatchObject({ message: 'Por favor ingresa tu nombre' })
  },
)

test.for([
  ['Ana Pérez', 'Ana Pérez'],
  ['Ana\n\nPérez', 'Ana Pérez'],
  ['Fisio.uy', 'Fisio. uy'],
  ['Ana ana@ejemplo.uy Pérez', 'Ana Pérez'],
  ['Gana en https://ejemplo.invalid ya', 'Gana en ya'],
  ['ana@ejemplo.uy', ''],
  ['a'.repeat(250), 'a'.repeat(200)],
] as const)('a name that arrives without a form is sanitised: %j', ([text, cleaned]) => {
  expect(cleanName(text)).toBe(cleaned)
  expect(nameFault(cleanName(text))).toBeUndefined()
})

test('a megabyte of dots, letters or line breaks is checked within a quarter of a second', () => {
  for (const text of ['a.'.repeat(500_000), 'a'.repeat(1_000_000), 'www.'.repeat(250_000), '\u200b.'.repeat(500_000)]) {
    const start = performance.now()
    name.safeParse(text)
    nameFault(text.slice(0, 200))
    cleanName(text)
    expect(performance.now() - start).toBeLessThan(250)
  }
})
