import { type AppointmentColumn, matchAppointmentColumns } from '#contract/appointment-columns.ts'
import { appointmentImportLimits } from '#contract/appointment-files.ts'
import { readTable, type Table } from '../read-table.ts'

export type AppointmentsFile = Table<AppointmentColumn>

const limits = { ...appointmentImportLimits, what: 'con citas' }

/** Reads a file of future appointments that a spreadsheet saved, or says why it can't be read. */
export const readAppointments = (file: File) => readTable(file, limits, matchAppointmentColumns)
