import { type ImportColumn, matchColumns } from '#contract/patient-columns.ts'
import { type FileRow, importLimits } from '#contract/patient-files.ts'
import { decodeText } from '#web/platform/decode-text.ts'
import { formatCount } from '#web/platform/formats.ts'

export type PatientsFile = {
  name: string
  heads: string[]
  /** What each column is; null: it is not imported. */
  columns: (ImportColumn | null)[]
  /** The lines with something in them, with the number that a spreadsheet shows. */
  lines: { line: number; cells: string[] }[]
}

const tooManyLines = `Tiene más de ${formatCount(importLimits.lines)} líneas. Divídelo en varios archivos.`
const noText = 'No es un archivo de texto. En tu planilla, elige guardarla como CSV y prueba con ese archivo.'

/** Reads a file that a spreadsheet saved, or says why it can't be read. */
export async function readPatients(file: File): Promise<{ file: PatientsFile } | { fault: string }> {
  if (file.size > importLimits.fileBytes) return { fault: 'El archivo es demasiado grande. Divídelo en varios.' }
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
  if (lines.length === 0)
    return { fault: 'El archivo no tiene líneas con pacientes debajo de los nombres de las columnas.' }
  if (rest.length > importLimits.lines && (lines.at(-1)?.line ?? 0) > importLimits.lines + 1)
    return { fault: tooManyLines }
  return { file: { name: file.name.slice(-200), heads, columns: matchColumns(heads), lines } }
}

/** The cells that were given a meaning. */
export function rowOf({ line, cells }: PatientsFile['lines'][number], columns: PatientsFile['columns']): FileRow {
  const known = columns.flatMap((column, index) => (column ? [[column, cells[index] ?? ''] as const] : []))
  return { line, cells: Object.fromEntries(known) }
}

/** The columns after a person chose what one of them is: two columns are never the same. */
export const withColumn = (
  columns: PatientsFile['columns'],
  { index, column }: { index: number; column: ImportColumn | null },
) => columns.map((each, at) => (at === index ? column : each === column ? null : each))
