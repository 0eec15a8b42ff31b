import { expect, test } from 'vitest'
import { areDifferent, type GuestData, isTooMuch, mergedGuest } from './merged-guest.ts'

const guest = (data: Partial<GuestData>): GuestData => ({
  ...{ name: 'Ana Pérez', phone: '', email: '', note: '' },
  ...{ cedula: null, birthDate: null, cover: '', tags: [] },
  ...data,
})

test('what one row lacks comes from the other, and what both have differently goes into the note', () => {
  const kept = guest({ phone: '+598 99 111 222', note: 'Prefiere la tarde', tags: ['control'] })
  const other = guest({
    ...{ name: 'Anita Pérez', phone: '+598 2900 1234', email: 'ana@correo.uy', note: 'Toca el timbre' },
    ...{ cedula: '12345672', birthDate: '1980-12-31', cover: 'CASMU', tags: ['Control', 'domicilio'] },
  })
  expect(mergedGuest(kept, other)).toEqual({
    ...{ name: 'Ana Pérez', phone: '+598 99 111 222', email: 'ana@correo.uy', cover: 'CASMU' },
    ...{ cedula: '12345672', birthDate: '1980-12-31', tags: ['control', 'domicilio'] },
    note: 'Prefiere la tarde\nOtro nombre: Anita Pérez\nOtro teléfono: +598 2900 1234\nToca el timbre',
  })
})

test('two rows that say the same become one without a note', () => {
  const row = guest({ phone: '+598 99 111 222', note: 'Igual' })
  expect(mergedGuest(row, { ...row, name: 'PEREZ, Ana' })).toEqual(row)
})

test.each([
  [{ cedula: '12345672' }, { cedula: '11111111' }, true],
  [{ birthDate: '1980-12-31' }, { birthDate: '2010-12-31' }, true],
  [{ cedula: '12345672' }, { birthDate: '2010-12-31' }, false],
  [{ cedula: '12345672' }, { cedula: '12345672' }, false],
])('%j and %j are different people: %s', (one, other, expected) => {
  expect(areDifferent(guest(one), guest(other))).toBe(expected)
})

test('a note or tags beyond the limits are too much', () => {
  expect(isTooMuch(mergedGuest(guest({ note: 'a'.repeat(999) }), guest({ note: 'b' })))).toBe(true)
  const tags = Array.from({ length: 6 }, (_, n) => `etiqueta ${n}`)
  expect(isTooMuch(mergedGuest(guest({ tags }), guest({ tags: tags.map((tag) => `otra ${tag}`) })))).toBe(true)
  expect(isTooMuch(mergedGuest(guest({ tags }), guest({ tags })))).toBe(false)
})
