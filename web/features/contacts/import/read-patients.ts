import { type ImportColumn, matchColumns } from '#contract/patient-columns.ts'
import { type FileRow, importLimits } from '#contract/patient-files.ts'
import { cellsOf, readTable, type Table } from './read-table.ts'

export type PatientsFile = Table<ImportColumn>

const limits = { ...importLimits, what: 'con pacientes' }

/** Reads a file of patients that a spreadsheet saved, or says why it can't be read. */
export const readPatients = (file: File) => readTable(file, limits, matchColumns)

/** A line with the cells that were given a meaning. */
export const rowOf = (line: PatientsFile['lines'][number], columns: PatientsFile['columns']): FileRow => ({
  line: line.line,
  cells: cellsOf(line, columns),
})
