import { expect, test } from 'vitest'
import { columnNames, exportedHeads, importColumns, matchColumns } from './patient-columns.ts'
import { importLimits, packRow, readBirthDate, readPerson, unpackRow } from './patient-files.ts'

const today = '2026-11-20'
const read = (cells: Parameters<typeof readPerson>[0]['cells']) => readPerson({ line: 2, cells }, { today })

test('the heads of Senda’s own file and of other programs are recognised', () => {
  const heads = Object.values(exportedHeads)
  expect(matchColumns(heads)).toEqual(Object.keys(exportedHeads))
  expect(matchColumns(['Apellidos', 'NOMBRES', 'C.I.', 'Fec. Nac.', 'Cel.', 'E-mail', 'Otra cosa'])).toEqual([
    'surname',
    'name',
    'cedula',
    'birthDate',
    'phone',
    'email',
    null,
  ])
  expect(matchColumns(['First Name', 'Last Name', 'Date of birth', 'Mobile phone'])).toEqual([
    'name',
    'surname',
    'birthDate',
    'phone',
  ])
})

test('of two columns with one name the first is matched, and both are told apart', () => {
  expect(matchColumns(['Nombre', 'Teléfono', 'teléfono '])).toEqual(['name', 'phone', null])
  expect(columnNames(['Nombre', 'Teléfono', 'teléfono ', ''])).toEqual([
    'Nombre',
    'Teléfono (columna 2)',
    'teléfono (columna 3)',
    'Columna 4',
  ])
})

test.each([
  ['31/12/1980', '1980-12-31'],
  ['1980-12-31', '1980-12-31'],
  ['31-12-80', '1980-12-31'],
  ['1/2/05', '2005-02-01'],
  ['21/11/26', '1926-11-21'],
  ['20/11/26', '2026-11-20'],
  ['1980-12-31 00:00:00', '1980-12-31'],
  ['31.12.1980', '1980-12-31'],
  ['', null],
  ['29/02/2001', undefined],
  ['12/31/1980', undefined],
  ['2027-01-01', undefined],
  ['31/12', undefined],
  ['hace mucho', undefined],
])('the birth date %j is read as %j', (text, expected) => {
  expect(readBirthDate(text, { today })).toBe(expected)
})

test('a line becomes a person, with the name in two columns', () => {
  const cells = { name: ' Ana  María ', surname: 'Pérez', phone: 'Tel. 099/123·456;', email: ' ANA@ejemplo.uy ' }
  const facts = { cedula: '1.234.567-2', birthDate: '31/12/1980', cover: 'Casmu', tags: 'control, Control', note: 'Sí' }
  expect(read({ ...cells, ...facts })).toEqual({
    person: {
      ...{ line: 2, fullName: 'Ana María Pérez', phone: '099 123 456', email: 'ana@ejemplo.uy' },
      ...{ cedula: '12345672', birthDate: '1980-12-31', cover: 'Casmu', tags: ['control'], note: 'Sí' },
    },
  })
})

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'Ana www.ejemplo.com' }, 'name'],
  [{ name: 'Ana Gil', phone: 'no tiene' }, 'phone'],
  [{ name: 'Ana Gil', email: 'ana' }, 'email'],
  [{ name: 'Ana Gil', cedula: '12345678' }, 'cedula'],
  [{ name: 'Ana Gil', birthDate: '31/13/1980' }, 'birth_date'],
  [{ name: 'Ana Gil', tags: 'a'.repeat(31) }, 'tags'],
  [{ name: 'Ana Gil', note: 'a'.repeat(1001) }, 'note'],
] as const)('a line with %j is refused for its %s', (cells, fault) => {
  expect(read(cells)).toEqual({ fault })
})

test('a cell that begins like a formula is a text, with or without the apostrophe that hides it', () => {
  for (const note of ['=1+1', "'=1+1"])
    expect(read({ name: 'Ana Gil', note })).toMatchObject({ person: { note: '=1+1' } })
})

test('a row is sent as one text and read back, and no other text is a row', () => {
  const row = { line: 7, cells: Object.fromEntries(importColumns.map((column) => [column, `${column}; "x"\n`])) }
  expect(unpackRow(packRow(row))).toEqual(row)
  for (const text of ['', 'hola', packRow({ ...row, line: importLimits.lines + 2 }), `${packRow(row)}\u001fmás`]) {
    expect(unpackRow(text)).toBeUndefined()
  }
})
