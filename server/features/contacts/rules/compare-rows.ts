import { knownCover } from '#contract/covers.ts'
import { type ComparedPerson, KnownPeople } from '#contract/known-people.ts'
import { type FileRow, type ImportedPerson, readPerson, unpackRow } from '#contract/patient-files.ts'
import type { RowOutcome } from '#contract/patient-import-routes.ts'
import { normalizePhone } from '#server/platform/phones.ts'

export type ReadRow = { line: number; person: ImportedPerson } | Extract<RowOutcome, { outcome: 'refused' }>

/** Reads the rows as the desk's forms would, with each telephone as it is stored. A text that is no row is left out. */
export function readRows(rows: readonly string[], { today }: { today: string }): ReadRow[] {
  return rows.flatMap((text): ReadRow[] => {
    const row = unpackRow(text)
    return row ? [readRow(row, { today })] : []
  })
}

/** One row, read as readRows() does. */
export function readRow(row: FileRow, { today }: { today: string }): ReadRow {
  const { line } = row
  const read = readPerson(row, { today })
  if ('fault' in read) return { outcome: 'refused', line, fault: read.fault }
  const { person } = read
  const phone = person.phone === '' ? '' : normalizePhone(person.phone)
  if (phone === undefined) return { outcome: 'refused', line, fault: 'phone' }
  return { line, person: { ...person, phone, cover: knownCover(person.cover) } }
}

export const comparedOf = ({ fullName, phone, email, cedula, birthDate }: ImportedPerson): ComparedPerson => ({
  name: fullName,
  phone: phone || null,
  email: email || null,
  cedula,
  birthDate,
})

type Compared = { fresh: ImportedPerson[]; outcomes: RowOutcome[] }

/** Which rows are new people, and what is to be said of the others. Each new person counts for the rows after it. */
export function compareRows(rows: readonly ReadRow[], there: readonly ComparedPerson[]): Compared {
  const known = new KnownPeople(there)
  const fresh: ImportedPerson[] = []
  const outcomes: RowOutcome[] = []
  for (const row of rows) {
    if (!('person' in row)) {
      outcomes.push(row)
      continue
    }
    const { line, person } = row
    const compared = comparedOf(person)
    const match = known.match(compared)
    if (match.kind === 'known') {
      outcomes.push({ outcome: 'known', line, by: match.by, name: match.person.name })
    } else if (match.kind === 'taken') {
      outcomes.push({ outcome: 'refused', line, fault: 'cedula_taken', name: match.person.name })
    } else {
      known.add(compared)
      fresh.push(person)
      if (match.relative) outcomes.push({ outcome: 'new', line, relative: match.relative.name })
    }
  }
  return { fresh, outcomes }
}
