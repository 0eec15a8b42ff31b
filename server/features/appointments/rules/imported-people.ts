import type { AppointmentOutcome } from '#contract/appointment-import-routes.ts'
import { maxCandidates } from '#contract/appointment-import-routes.ts'
import { KnownPeople, type MatchedBy, phoneKey } from '#contract/known-people.ts'
import type { ImportedPerson } from '#contract/patient-files.ts'
import { nameKey } from '#contract/similar-names.ts'
import type { PersonThere } from '#server/features/contacts/repository/imports.ts'
import { comparedOf } from '#server/features/contacts/rules/compare-rows.ts'
import { newId } from '#server/platform/ids.ts'
import type { ReadAppointment, Refused } from './imported-rows.ts'

/** Who comes. `entered`: a new guest, as the line says; stored once an appointment is booked for them. */
export type ImportedAttendee = PersonThere & { entered?: ImportedPerson }

export type Found = { attendee: ImportedAttendee; by: MatchedBy | undefined }
type Ask = Extract<AppointmentOutcome, { outcome: 'ask' }>

type People = {
  /** The people of the centre who may be one of the lines. */
  there: readonly PersonThere[]
  /** Those of them whom the desk chose for a line. */
  chosen: readonly PersonThere[]
  /** Those whom earlier requests of this import brought in. */
  broughtIn: readonly PersonThere[]
}

/** Whom each line means. A person who is new counts for the lines after theirs. */
export function findPeople(rows: readonly ReadAppointment[], people: People): (Found | Ask | Refused)[] {
  const known = new KnownPeople<ImportedAttendee>(people.there)
  const chosen = new Map(people.chosen.map((person) => [keyOf(person), person]))
  const ofImport: ImportedAttendee[] = [...people.broughtIn]
  const enter = (person: ImportedPerson, { withCedula = true } = {}): Found => {
    const entered = withCedula ? person : { ...person, cedula: null }
    const attendee: ImportedAttendee = { kind: 'guest', id: newId(), ...comparedOf(entered), entered }
    known.add(attendee)
    ofImport.push(attendee)
    return { attendee, by: undefined }
  }
  const isOfImport = (person: ImportedAttendee) => ofImport.some(({ id }) => id === person.id)

  function find({ line, person, answer }: ReadAppointment): Found | Ask | Refused {
    if (typeof answer === 'object') {
      const attendee = chosen.get(keyOf(answer))
      return attendee ? { attendee, by: undefined } : { outcome: 'refused', line, fault: 'person' }
    }
    const compared = comparedOf(person)
    const match = known.match(compared)
    if (answer === 'new') {
      const earlier = ofImport.find((each) => isSameLine(each, person))
      return earlier ? { attendee: earlier, by: undefined } : enter(person, { withCedula: match.kind === 'new' })
    }
    const ask = (reason: Ask['reason'], persons: readonly ImportedAttendee[]): Ask => ({
      ...{ outcome: 'ask', line, reason },
      candidates: persons.slice(0, maxCandidates).map(({ kind, id, name, phone, birthDate }) => ({
        ...{ kind, id, name, phone: phone || null, birthDate },
      })),
    })
    if (match.kind === 'taken') return ask('cedula', [match.person])
    if (match.kind === 'known') {
      const same = match.by === 'cedula' ? [] : withoutRepeated(known.listSame(compared))
      return same.length > 1 ? ask('same_name', same) : { attendee: match.person, by: match.by }
    }
    // A family of the file has one telephone; a person who was there before may be the same one under another name.
    const { relative } = match
    return relative && !isOfImport(relative) ? ask('other_name', [relative]) : enter(person)
  }
  return rows.map(find)
}

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind}:${id}`

const withoutRepeated = (persons: readonly ImportedAttendee[]) => [
  ...new Map(persons.map((person) => [keyOf(person), person])).values(),
]

const isSameLine = (each: PersonThere, { fullName, phone, email }: ImportedPerson) =>
  nameKey(each.name) === nameKey(fullName) && phoneKey(each.phone) === phoneKey(phone) && (each.email ?? '') === email
