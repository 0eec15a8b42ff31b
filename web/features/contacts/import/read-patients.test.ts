import { expect, test } from 'vitest'
import type { RowOutcome } from '#contract/patient-import-routes.ts'
import { checkPatients, partsOf } from './check-patients.ts'
import { type PatientsFile, readPatients, rowOf } from './read-patients.ts'
import { withColumn } from './read-table.ts'

const fileOf = (content: string | Uint8Array<ArrayBuffer>, name = 'pacientes.csv') => new File([content], name)
async function read(content: string | Uint8Array<ArrayBuffer>): Promise<PatientsFile> {
  const result = await readPatients(fileOf(content))
  if ('fault' in result) throw new Error(result.fault)
  return result.file
}
const faultOf = async (content: string | Uint8Array<ArrayBuffer>) => {
  const result = await readPatients(fileOf(content))
  return 'fault' in result ? result.fault : undefined
}
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const today = '2026-11-20'

test.each([';', ',', '\t'])(
  'a file with %j between its cells is read, with the numbers of a spreadsheet’s lines',
  async (separator) => {
    const lines = [
      ['Nombre', 'Teléfono', 'Nota'],
      ['Ana Pérez', '099 111 222', '"una; dos, ""tres""\t\ncuatro"'],
      ['', '', ''],
      ['Lía', '', ''],
    ]
    const file = await read(lines.map((cells) => cells.join(separator)).join('\r\n'))
    expect(file.columns).toEqual(['name', 'phone', 'note'])
    expect(file.lines.map(({ line }) => line)).toEqual([2, 4])
    expect(rowOf(file.lines[0] ?? { line: 0, cells: [] }, file.columns).cells.note).toBe('una; dos, "tres"\t\ncuatro')
  },
)

test('of two columns of one name each may become the telephone, and then the other is not', async () => {
  const file = await read('Nombre;Teléfono;Teléfono\nAna;099 111 222;099 333 444')
  expect(file.columns).toEqual(['name', 'phone', null])
  const columns = withColumn(file.columns, { index: 2, column: 'phone' })
  expect(columns).toEqual(['name', null, 'phone'])
  expect(rowOf(file.lines[0] ?? { line: 0, cells: [] }, columns).cells).toEqual({ name: 'Ana', phone: '099 333 444' })
})

test.each([
  ['a workbook', 'PK\u0003\u0004\u0000\u0000', /No es un archivo de texto/],
  ['a file that was cut within a cell', 'Nombre;Nota\nAna;"hola\nLía;', /cortado o dañado/],
  ['a file without lines', 'Nombre;Nota\n\n', /no tiene líneas/],
  ['an empty file', '', /no tiene líneas/],
])('%s is refused with a reason', async (_name, content, reason) => {
  expect(await faultOf(content)).toMatch(reason)
})

test('100,000 lines in Latin-1 are read and compared, and one more is too many', async () => {
  const people = Array.from(
    { length: 100_000 },
    (_, n) => `Muñoz ${lettersOf(n)};${`09${9_000_000 + n}`};=1+1;31-12-80`,
  )
  const head = 'Nombre;Teléfono;Nota;Fecha de nacimiento'
  const file = await read(latin1([head, ...people].join('\r\n')))
  expect(file.lines).toHaveLength(100_000)
  expect(file.lines[0]?.cells[0]).toBe('Muñoz a')
  let sentRows = 0
  const checked = await checkPatients(file, {
    today,
    onProgress: () => undefined,
    ask: async (rows) => {
      sentRows += rows.length
      return []
    },
  })
  expect(sentRows).toBe(100_000)
  expect(checked.fresh).toHaveLength(100_000)
  expect(await faultOf(latin1([head, ...people, 'Una Más;;;'].join('\r\n')))).toMatch(/Tiene más de/)
}, 120_000)

test('a file is compared with itself and, in parts, with the centre', async () => {
  const file = await read(
    'Nombre;Celular;CI\nAna Pérez;099 111 222;\nPerez Ana;099111222;\nLía Pérez;099111222;\n;1;\nJuan Gil;;1.234.567-2\nEva Sosa;;12345672\nRosa Luna;099 000 111;',
  )
  const known: RowOutcome = { outcome: 'known', line: 8, by: 'phone', name: 'Rosa Luna' }
  const { fresh, outcomes } = await checkPatients(file, {
    today,
    ask: async () => [known],
    onProgress: () => undefined,
  })
  expect(fresh.map((text) => text.split('\u001f')[1])).toEqual(['Ana Pérez', 'Lía Pérez', 'Juan Gil'])
  expect(outcomes).toEqual([
    { outcome: 'repeated', line: 3, of: 2 },
    { outcome: 'refused', line: 5, fault: 'name' },
    { outcome: 'refused', line: 7, fault: 'cedula_taken', name: 'Juan Gil' },
    known,
  ])
})

test('rows are sent in parts that fit into a request', () => {
  const parts = partsOf(Array.from({ length: 1000 }, (_, n) => 'x'.repeat(n % 3 === 0 ? 3900 : 50)))
  expect(parts.flat()).toHaveLength(1000)
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(400)
    expect(part.join('').length).toBeLessThanOrEqual(60_000)
  }
})

/** A name for a number, in letters. */
const lettersOf = (n: number): string =>
  n < 26 ? String.fromCharCode(97 + n) : lettersOf(Math.floor(n / 26) - 1) + lettersOf(n % 26)
