import { type ComparedPerson, KnownPeople } from '#contract/known-people.ts'
import { importLimits, packRow, readPerson } from '#contract/patient-files.ts'
import type { RowOutcome } from '#contract/patient-import-routes.ts'
import { type PatientsFile, rowOf } from './read-patients.ts'

/** What a line is: as the server says, or the same as an earlier line of the file. */
export type LineOutcome = RowOutcome | { outcome: 'repeated'; line: number; of: number }

export type Checked = {
  /** The rows to send, as they are sent. */
  fresh: string[]
  outcomes: LineOutcome[]
}

type Ask = (rows: string[]) => Promise<RowOutcome[]>

/**
 * Compares the file with itself and, part by part, with the centre's people. `onProgress` is told how many lines are done; `ask` may
 * reject to stop.
 */
export async function checkPatients(
  file: PatientsFile,
  { today, ask, onProgress }: { today: string; ask: Ask; onProgress: (done: number) => void },
): Promise<Checked> {
  const known = new KnownPeople<ComparedPerson & { line: number }>()
  const checked: Checked = { fresh: [], outcomes: [] }
  let waiting: { line: number; text: string }[] = []
  let length = 0
  async function send() {
    if (waiting.length === 0) return
    const outcomes = await ask(waiting.map(({ text }) => text))
    checked.outcomes.push(...outcomes)
    const others = new Set(outcomes.filter(({ outcome }) => outcome !== 'new').map(({ line }) => line))
    checked.fresh.push(...waiting.filter(({ line }) => !others.has(line)).map(({ text }) => text))
    waiting = []
    length = 0
  }
  for (const [index, each] of file.lines.entries()) {
    const read = readLine(each, { file, known, today })
    if ('outcome' in read) checked.outcomes.push(read)
    else {
      if (waiting.length === importLimits.rows || length + read.text.length > importLimits.batchLength) await send()
      waiting.push({ line: each.line, text: read.text })
      length += read.text.length
    }
    if (index % importLimits.rows === 0) {
      onProgress(index)
      await nextTask()
    }
  }
  await send()
  onProgress(file.lines.length)
  checked.outcomes.sort((a, b) => a.line - b.line)
  return checked
}

type Lines = { file: PatientsFile; known: KnownPeople<ComparedPerson & { line: number }>; today: string }

function readLine(line: PatientsFile['lines'][number], { file, known, today }: Lines): LineOutcome | { text: string } {
  const row = rowOf(line, file.columns)
  const text = packRow(row)
  if (text.length > importLimits.rowLength) return { outcome: 'refused', line: row.line, fault: 'too_long' }
  const read = readPerson(row, { today })
  if ('fault' in read) return { outcome: 'refused', line: row.line, fault: read.fault }
  const { fullName: name, phone, email, cedula, birthDate } = read.person
  const person = { name, phone: phone || null, email: email || null, cedula, birthDate, line: row.line }
  const match = known.match(person)
  if (match.kind === 'known') return { outcome: 'repeated', line: row.line, of: match.person.line }
  if (match.kind === 'taken') {
    return { outcome: 'refused', line: row.line, fault: 'cedula_taken', name: match.person.name }
  }
  known.add(person)
  return { text }
}

/** Lets the page draw and answer presses between the parts. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** The rows in parts of the size that one request may have. */
export function partsOf(rows: readonly string[]): string[][] {
  const parts: string[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const last = parts.at(-1)
    if (!last || last.length === importLimits.rows || length + row.length > importLimits.batchLength) {
      parts.push([row])
      length = row.length
    } else {
      last.push(row)
      length += row.length
    }
  }
  return parts
}
