import {
  type AppointmentRow,
  appointmentImportLimits,
  packAppointment,
  readDuration,
  readWallTime,
} from '#contract/appointment-files.ts'
import type { AppointmentOutcome } from '#contract/appointment-import-routes.ts'
import { foldText } from '#contract/folded-text.ts'
import { phoneKey } from '#contract/known-people.ts'
import { nameKey } from '#contract/similar-names.ts'
import { cellsOf } from '../read-table.ts'
import { type NamedProfessional, servicesByLine, type Team } from './match-names.ts'
import type { AppointmentsFile } from './read-appointments.ts'

/** What a line is: as the server says, or in the way of an earlier line of the file. `isSame`: both are one appointment. */
export type LineOutcome = AppointmentOutcome | { outcome: 'clash'; line: number; of: number; isSame: boolean }
type OfKind<Kind extends LineOutcome['outcome']> = Extract<LineOutcome, { outcome: Kind }>

/** A person about whom the desk is asked once, with all their lines. */
export type Question = Pick<OfKind<'ask'>, 'reason' | 'candidates'> & {
  key: string
  name: string
  rows: AppointmentRow[]
}

export type Checked = {
  /** The rows that can be booked as they are. */
  fresh: AppointmentRow[]
  /** Those that can be booked if the desk agrees on times outside the hours, in absences and on holidays. */
  insistable: AppointmentRow[]
  questions: Question[]
  outcomes: LineOutcome[]
}

export const outcomesOf = <Kind extends LineOutcome['outcome']>(outcomes: readonly LineOutcome[], kind: Kind) =>
  outcomes.filter((each): each is OfKind<Kind> => each.outcome === kind)

type Ask = (rows: string[]) => Promise<AppointmentOutcome[]>
type Check = {
  names: readonly NamedProfessional[]
  team: Team
  ask: Ask
  onProgress: (done: number) => void
}

/**
 * Compares the file with itself and, part by part, with the centre's agenda. `onProgress` is told how many lines are done; `ask` may
 * reject to stop.
 */
export async function checkAppointments(
  file: AppointmentsFile,
  { names, team, ask, onProgress }: Check,
): Promise<Checked> {
  const { rows, outcomes } = readRows(file, { names, team })
  const checked: Checked = { fresh: [], insistable: [], questions: [], outcomes }
  let done = file.lines.length - rows.length
  for (const part of partsOf(rows)) {
    onProgress(done)
    const answers = await ask(part.map(packAppointment))
    const byLine = new Map(answers.map((each) => [each.line, each]))
    checked.outcomes.push(...answers)
    for (const row of part) addRow(checked, row, byLine.get(row.line))
    done += part.length
  }
  onProgress(file.lines.length)
  checked.outcomes.sort((a, b) => a.line - b.line)
  return checked
}

function addRow(checked: Checked, row: AppointmentRow, outcome: AppointmentOutcome | undefined): void {
  if (!outcome || outcome.outcome === 'known') checked.fresh.push(row)
  else if (outcome.outcome === 'conflict' && outcome.conflict.canInsist) checked.insistable.push(row)
  else if (outcome.outcome === 'ask') {
    const key = personKey(row)
    const { reason, candidates } = outcome
    const question = checked.questions.find((each) => each.key === key)
    if (question) question.rows.push(row)
    else checked.questions.push({ key, reason, candidates, name: nameOf(row), rows: [row] })
  }
}

const nameOf = ({ cells: { name = '', surname = '' } }: AppointmentRow) =>
  `${name} ${surname}`.replaceAll(/\s+/g, ' ').trim()

const personKey = (row: AppointmentRow) =>
  [
    nameKey(nameOf(row)),
    phoneKey(row.cells.phone ?? ''),
    foldText(row.cells.email ?? ''),
    foldText(row.cells.cedula ?? ''),
  ].join('|')

type Taken = { startsAt: number; endsAt: number; line: number; person: string }

/** The rows to ask about, and what needs no server to be said of the others. */
function readRows(file: AppointmentsFile, { names, team }: Pick<Check, 'names' | 'team'>) {
  const serviceOf = servicesByLine(names, file.columns)
  const minutesOf = new Map(
    team.flatMap(({ services }) => services.map(({ id, durationMinutes }) => [id, durationMinutes])),
  )
  const takenOn = new Map<string, Taken[]>()
  const rows: AppointmentRow[] = []
  const outcomes: LineOutcome[] = []
  for (const each of file.lines) {
    const { line } = each
    const chosen = serviceOf(each)
    const row = { line, cells: cellsOf(each, file.columns), serviceId: chosen?.serviceId ?? '', answer: '' }
    const wall = readWallTime(row.cells)
    if (!chosen) outcomes.push({ outcome: 'refused', line, fault: 'service' })
    else if ('fault' in wall) outcomes.push({ outcome: 'refused', line, fault: wall.fault })
    else if (packAppointment(row).length > appointmentImportLimits.rowLength) {
      outcomes.push({ outcome: 'refused', line, fault: 'too_long' })
    } else {
      const startsAt = Number(wall.time.slice(0, 2)) * 60 + Number(wall.time.slice(3))
      const minutes = readDuration(row.cells.duration ?? '') ?? minutesOf.get(chosen.serviceId) ?? 0
      const own = { startsAt, endsAt: startsAt + minutes, line, person: personKey(row) }
      const day = `${chosen.professionalId} ${wall.day}`
      const ofDay = takenOn.get(day) ?? []
      takenOn.set(day, ofDay)
      const other = ofDay.find((taken) => taken.startsAt < own.endsAt && own.startsAt < taken.endsAt)
      if (other) {
        const isSame = other.startsAt === own.startsAt && other.person === own.person
        outcomes.push({ outcome: 'clash', line, of: other.line, isSame })
      } else {
        ofDay.push(own)
        rows.push(row)
      }
    }
  }
  return { rows, outcomes }
}

/** The rows in parts of the size that one request may have. */
export function partsOf(rows: readonly AppointmentRow[]): AppointmentRow[][] {
  const parts: AppointmentRow[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const last = parts.at(-1)
    const own = packAppointment(row).length
    if (!last || last.length === appointmentImportLimits.rows || length + own > appointmentImportLimits.batchLength) {
      parts.push([row])
      length = own
    } else {
      last.push(row)
      length += own
    }
  }
  return parts
}
