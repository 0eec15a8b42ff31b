import { columnNames } from '#contract/patient-columns.ts'
import { decodeText } from '#web/platform/decode-text.ts'
import { formatCount } from '#web/platform/formats.ts'

/** A file that a spreadsheet saved, with what each column is; null: it is not imported. */
export type Table<Column extends string> = {
  name: string
  heads: string[]
  columns: (Column | null)[]
  /** The lines with something in them, with the number that a spreadsheet shows. */
  lines: { line: number; cells: string[] }[]
}

type Limits = { lines: number; fileBytes: number /** «con pacientes» */; what: string }

const noText = 'No es un archivo de texto. En tu planilla, elige guardarla como CSV y prueba con ese archivo.'

/** Reads a file that a spreadsheet saved, or says why it can't be read. */
export async function readTable<Column extends string>(
  file: File,
  { lines: maxLines, fileBytes, what }: Limits,
  matchColumns: (heads: readonly string[]) => (Column | null)[],
): Promise<{ file: Table<Column> } | { fault: string }> {
  if (file.size > fileBytes) return { fault: 'El archivo es demasiado grande. Divídelo en varios.' }
  const text = decodeText(new Uint8Array(await file.arrayBuffer()))
  if (text === null) return { fault: noText }
  const { parse } = await import('papaparse')
  const { data, errors } = parse<string[]>(text, { delimitersToGuess: [';', ',', '\t', '|'] })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) {
    return {
      fault: `El archivo está cortado o dañado: unas comillas no cierran bien en la línea ${(broken.row ?? 0) + 1}.`,
    }
  }
  const [heads = [], ...rest] = data
  const lines = rest
    .map((cells, index) => ({ line: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (lines.length === 0) {
    return { fault: `El archivo no tiene líneas ${what} debajo de los nombres de las columnas.` }
  }
  if (rest.length > maxLines && (lines.at(-1)?.line ?? 0) > maxLines + 1) {
    return { fault: `Tiene más de ${formatCount(maxLines)} líneas. Divídelo en varios archivos.` }
  }
  return { file: { name: file.name.slice(-200), heads, columns: matchColumns(heads), lines } }
}

/** The cells that were given a meaning. */
export const cellsOf = <Column extends string>(
  { cells }: Table<Column>['lines'][number],
  columns: Table<Column>['columns'],
): Partial<Record<Column, string>> =>
  Object.fromEntries(columns.flatMap((column, index) => (column ? [[column, cells[index] ?? '']] : []))) as Partial<
    Record<Column, string>
  >

/** The columns after a person chose what one of them is: two columns are never the same. */
export const withColumn = <Column extends string>(
  columns: Table<Column>['columns'],
  { index, column }: { index: number; column: Column | null },
) => columns.map((each, at) => (at === index ? column : each === column ? null : each))

const maxSamples = 3
/** Looking for samples in all lines of a large file would take long. */
const linesWithSamples = 200

/** The columns as a person tells them apart, each with the first things that are in it. */
export function describeColumns({ heads, lines }: Pick<Table<string>, 'heads' | 'lines'>) {
  return columnNames(heads).map((name, index) => {
    const samples = lines.slice(0, linesWithSamples).map(({ cells }) => (cells[index] ?? '').trim().slice(0, 40))
    return { name, samples: [...new Set(samples.filter(Boolean))].slice(0, maxSamples) }
  })
}
