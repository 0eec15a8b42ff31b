import type { z } from 'zod'
import { guest } from './guests.ts'
import { type ImportColumn, importColumns } from './patient-columns.ts'
import { noteMax, typedFacts } from './person-facts.ts'
import { typedList } from './typed-lists.ts'
import { day, typedText } from './values.ts'

export const importLimits = {
  /** Of one file, without its head. */
  lines: 100_000,
  fileBytes: 40 * 1024 * 1024,
  /** Of one request. */
  rows: 400,
  rowLength: 4000,
  /** Of the rows of one request together, in UTF-16 units: with three bytes each they fit into a usual body. */
  batchLength: 60_000,
} as const

/** One line of the file: its number, as a spreadsheet shows it, and the cells that were given a meaning. */
export type FileRow = { line: number; cells: Partial<Record<ImportColumn, string>> }

/** What a line says of a person, checked. */
export type ImportedPerson = {
  line: number
  fullName: string
  phone: string
  email: string
  cedula: string | null
  birthDate: string | null
  cover: string
  tags: string[]
  note: string
}

export const rowFaults = {
  name: 'falta el nombre, o no es un nombre',
  phone: 'el teléfono no es válido',
  email: 'el correo no es válido',
  cedula: 'la cédula no es válida',
  birth_date: 'la fecha de nacimiento no es válida',
  cover: 'la mutualista es demasiado larga',
  tags: 'tiene demasiadas etiquetas, o una demasiado larga',
  note: 'la nota es demasiado larga',
  cedula_taken: 'la cédula ya es de otra persona',
  too_long: 'la línea es demasiado larga',
} as const
export type RowFault = keyof typeof rowFaults
export const rowFaultKeys = Object.keys(rowFaults) as [RowFault, ...RowFault[]]

/** No text of a person has this character, and it is none of those that a body's values are counted by. */
const separator = '\u001f'

/** A row as it is sent, as one value: a body has room for few of them. */
export const packRow = ({ line, cells }: FileRow): string =>
  [line, ...importColumns.map((column) => (cells[column] ?? '').replaceAll(separator, ' '))].join(separator)

/** Undefined for a text that packRow() did not write. */
export function unpackRow(text: string): FileRow | undefined {
  const [line = '', ...cells] = text.split(separator)
  const number = /^\d{1,6}$/.test(line) ? Number(line) : 0
  if (cells.length !== importColumns.length || number < 1 || number > importLimits.lines + 1) return undefined
  return { line: number, cells: Object.fromEntries(importColumns.map((column, index) => [column, cells[index]])) }
}

const checks = {
  fullName: guest.shape.fullName,
  phone: guest.shape.phone,
  email: guest.shape.email,
  cedula: typedFacts.cedula,
  cover: typedFacts.cover,
  tags: typedFacts.tags,
  note: typedText({ max: noteMax }),
} as const
const faultOf: Record<keyof typeof checks, RowFault> = {
  fullName: 'name',
  phone: 'phone',
  email: 'email',
  cedula: 'cedula',
  cover: 'cover',
  tags: 'tags',
  note: 'note',
}

/** Reads one line with the same rules as the forms. `today`: YYYY-MM-DD. */
export function readPerson(
  { line, cells }: FileRow,
  { today }: { today: string },
): { person: ImportedPerson } | { fault: RowFault } {
  const texts = Object.fromEntries(importColumns.map((column) => [column, plainCell(cells[column] ?? '')]))
  const typed: Record<keyof typeof checks, string> = {
    fullName: [texts.name, texts.surname].filter(Boolean).join(' ').replaceAll(/\s+/g, ' '),
    phone: texts.phone ?? '',
    email: texts.email ?? '',
    cedula: texts.cedula ?? '',
    cover: texts.cover ?? '',
    tags: texts.tags ?? '',
    note: texts.note ?? '',
  }
  const values: Partial<Record<keyof typeof checks, string>> = {}
  for (const [field, schema] of Object.entries(checks) as [keyof typeof checks, z.ZodType<string>][]) {
    const { data, success } = schema.safeParse(typed[field])
    if (!success) return { fault: faultOf[field] }
    values[field] = data
  }
  const birthDate = readBirthDate(texts.birthDate ?? '', { today })
  if (birthDate === undefined) return { fault: 'birth_date' }
  const { fullName = '', phone = '', email = '', cedula = '', cover = '', tags = '', note = '' } = values
  const facts = { cedula: cedula || null, birthDate, cover, tags: typedList(tags), note }
  return { person: { line, fullName, phone, email: email.toLowerCase(), ...facts } }
}

/** A cell is a text, also where it begins like a formula. Spreadsheets and Senda's own file mark such a text with an apostrophe. */
export const plainCell = (text: string): string => text.trim().replace(/^'(?=[=+\-@\t\r])/, '')

const shortYears = 100

/** The digits of a day in one of the three forms, with or without a time after it; undefined for another form. `year`: two or four digits. */
export function readDayParts(text: string): { year: string; month: string; day: string } | undefined {
  const [date = ''] = text.split(/[T ]/)
  const year = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(date)
  const dayFirst = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(date)
  const parts = year ? [year[1], year[2], year[3]] : dayFirst ? [dayFirst[3], dayFirst[2], dayFirst[1]] : undefined
  if (!parts) return undefined
  const [yearText = '', month = '', dayOfMonth = ''] = parts
  return { year: yearText, month: month.padStart(2, '0'), day: dayOfMonth.padStart(2, '0') }
}

/**
 * `31/12/1980`, `1980-12-31` or `31-12-80`, also with a time after it. A year of two digits is the last one that is not after today.
 * Null for an empty text, undefined for what is no day until today.
 */
export function readBirthDate(text: string, { today }: { today: string }): string | null | undefined {
  if (text === '') return null
  const parts = readDayParts(text)
  if (!parts) return undefined
  const iso = (whole: number) => `${whole}-${parts.month}-${parts.day}`
  const century = Math.floor(Number(today.slice(0, 4)) / shortYears) * shortYears
  const recent = iso(century + Number(parts.year))
  const read =
    parts.year.length === 4
      ? iso(Number(parts.year))
      : recent > today
        ? iso(century - shortYears + Number(parts.year))
        : recent
  return day.safeParse(read).success && read <= today ? read : undefined
}
