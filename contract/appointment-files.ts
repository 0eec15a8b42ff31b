import { deskGridMinutes } from './agenda.ts'
import { type AppointmentColumn, appointmentColumns } from './appointment-columns.ts'
import { sessionMinutes } from './calendar.ts'
import { foldText } from './folded-text.ts'
import { plainCell, readDayParts, rowFaults } from './patient-files.ts'
import { homeAddressMax, type Place } from './places.ts'
import { day, id } from './values.ts'

export const appointmentImportLimits = {
  /** Of one file, without its head. */
  lines: 20_000,
  fileBytes: 20 * 1024 * 1024,
  /** Of one request, which is one transaction. */
  rows: 100,
  rowLength: 3000,
  /** Of the rows of one request together, in UTF-16 units. */
  batchLength: 60_000,
  /** How many pairs of a professional and a service a file may name: each is chosen once. */
  names: 300,
} as const

export const appointmentFaults = {
  ...rowFaults,
  date: 'no se entiende la fecha, o ese día no existe',
  time: 'no se entiende la hora',
  past: 'la fecha ya pasó',
  grid: `las horas van de ${deskGridMinutes} en ${deskGridMinutes} minutos`,
  duration: `la duración va de ${deskGridMinutes} en ${deskGridMinutes} minutos, entre ${sessionMinutes.min} y ${sessionMinutes.max}`,
  price: 'no se entiende el precio',
  place: 'no se entiende si es en el centro, online o a domicilio',
  place_not_offered: 'el profesional no atiende de esa manera',
  address: 'es a domicilio y falta la dirección',
  service: 'falta elegir el profesional y el servicio, o ya no se ofrece',
  documents: 'al centro le falta un documento vigente para agendar ese servicio',
  dependant_removed: 'quien reserva por esa persona la quitó de su cuenta',
  blocked: 'el paciente bloqueó al centro',
  closed: 'el centro todavía no puede agendar a personas con cuenta',
  person: 'la persona elegida ya no está entre los pacientes del centro',
} as const
export type AppointmentFault = keyof typeof appointmentFaults
export const appointmentFaultKeys = Object.keys(appointmentFaults) as [AppointmentFault, ...AppointmentFault[]]

/**
 * One line of the file: its cells, the service that the desk chose for what the line names, and who it is where the centre was asked:
 * `new` or `kind:id`; empty where it was not.
 */
export type AppointmentRow = {
  line: number
  cells: Partial<Record<AppointmentColumn, string>>
  serviceId: string
  answer: string
}

const separator = '\u001f'
/** The names are sent as the service that was chosen for them. */
const sentColumns = appointmentColumns.filter((column) => column !== 'professional' && column !== 'service')

/** A row as it is sent, as one value: a body has room for few of them. */
export const packAppointment = ({ line, cells, serviceId, answer }: AppointmentRow): string =>
  [line, serviceId, answer, ...sentColumns.map((column) => (cells[column] ?? '').replaceAll(separator, ' '))].join(
    separator,
  )

/** Undefined for a text that packAppointment() did not write. */
export function unpackAppointment(text: string): AppointmentRow | undefined {
  const [line = '', serviceId = '', answer = '', ...cells] = text.split(separator)
  const number = /^\d{1,6}$/.test(line) ? Number(line) : 0
  if (cells.length !== sentColumns.length || number < 1 || number > appointmentImportLimits.lines + 1) return undefined
  return {
    ...{ line: number, serviceId: id.safeParse(serviceId).success ? serviceId : '', answer },
    cells: Object.fromEntries(sentColumns.map((column, index) => [column, cells[index]])),
  }
}

/** When a line's appointment begins, on the wall clock: a local day, and `HH:MM`. */
export type WallTime = { day: string; time: string }

/**
 * Reads the date, in the three forms of a file of patients, and the time of its own column or after the date. A year of two digits is of
 * this century. A time with an offset from UTC is refused, as it would be another hour here.
 */
export function readWallTime(cells: AppointmentRow['cells']): WallTime | { fault: 'date' | 'time' } {
  const [first = '', ...rest] = plainCell(cells.date ?? '').split(/[T\s]+/)
  const parts = readDayParts(first)
  if (!parts) return { fault: 'date' }
  const year = parts.year.length === 2 ? `20${parts.year}` : parts.year
  const read = day.safeParse(`${year}-${parts.month}-${parts.day}`)
  if (!read.success) return { fault: 'date' }
  const time = readTime(plainCell(cells.time ?? '') || rest.join(' '))
  return time === undefined ? { fault: 'time' } : { day: read.data, time }
}

/** `14:30`, `14.30`, `9`, `14:30:00` or `2:30 p. m.`, also with an «h» after it. */
function readTime(text: string): string | undefined {
  const plain = text.toLowerCase().replaceAll(/[\s\u00a0\u202f]+/g, '')
  const match = /^(\d{1,2})(?:[:.h](\d{2})(?::00(?:\.0+)?)?)?(h|hs|hrs|a\.?m\.?|p\.?m\.?)?$/.exec(plain)
  if (!match) return undefined
  const [, hours = '', minutes = '00', mark = ''] = match
  const half = /^[ap]/.exec(mark)?.[0]
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'p' ? 12 : 0)
  if ((half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) || hour > 23 || Number(minutes) > 59)
    return undefined
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

/** Minutes of `45`, `45 min`, `0:45` or `1:30 h`; null for an empty cell, undefined for what is no length of an appointment. */
export function readDuration(cell: string): number | null | undefined {
  const text = plainCell(cell).toLowerCase()
  if (text === '') return null
  const match = /^(?:(\d{1,2}):(\d{2})(?::00)?(?:\s*hs?)?|(\d{1,3})(?:\s*(?:min\.?|minutos|'))?)$/.exec(text)
  if (!match) return undefined
  const minutes = match[3] === undefined ? Number(match[1]) * 60 + Number(match[2]) : Number(match[3])
  const isLength = minutes % deskGridMinutes === 0 && minutes >= sessionMinutes.min && minutes <= sessionMinutes.max
  return isLength ? minutes : undefined
}

const maxPesos = 1_000_000

/** Cents of `1500`, `$ 1.500`, `1.500,50` or `1500.50`; null for an empty cell, undefined for what is no price. */
export function readPrice(cell: string): number | null | undefined {
  const text = plainCell(cell)
    .replace(/^(?:\$U?|UYU)/i, '')
    .replace(/(?:\$|UYU|pesos)$/i, '')
    .trim()
  if (text === '') return null
  const thousands =
    /^(\d{1,3}(?:[.\s]\d{3})+|\d{1,7})(?:,(\d{1,2}))?$/.exec(text) ??
    /^(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(text)
  const match = thousands ?? /^(\d{1,7})\.(\d{1,2})$/.exec(text)
  if (!match) return undefined
  const pesos = Number((match[1] ?? '').replaceAll(/\D/g, ''))
  return pesos <= maxPesos ? pesos * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}

const placeWords: Record<Place, readonly string[]> = {
  center: [
    'centro',
    'en el centro',
    'presencial',
    'consultorio',
    'clinica',
    'local',
    'sede',
    'center',
    'office',
    'in person',
  ],
  online: [
    'online',
    'en linea',
    'virtual',
    'videollamada',
    'video',
    'zoom',
    'meet',
    'remoto',
    'telemedicina',
    'video call',
  ],
  home: ['domicilio', 'a domicilio', 'en domicilio', 'casa', 'en casa', 'home', 'home visit'],
}

/** Null for an empty cell, undefined for what names none of the places. */
export function readPlace(cell: string): Place | null | undefined {
  const text = foldText(plainCell(cell))
  if (text === '') return null
  return (Object.keys(placeWords) as Place[]).find((place) => placeWords[place].includes(text))
}

/** Undefined for an address that is too long. */
export function readAddress(cell: string): string | undefined {
  const text = plainCell(cell)
  return text.length <= homeAddressMax ? text : undefined
}
