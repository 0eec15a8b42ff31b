import { areRelatedNames, areSimilarNames, nameKey } from './similar-names.ts'

/** A person of a centre or of a file, as far as two of them may be one. */
export type ComparedPerson = {
  name: string
  phone: string | null
  email: string | null
  /** Eight digits. */
  cedula: string | null
  birthDate: string | null
}

/** By which fact a person is there already. */
export const matchedBy = ['cedula', 'phone', 'email', 'name'] as const
export type MatchedBy = (typeof matchedBy)[number]

export type Match<Person> =
  /** This person is there already. */
  | { kind: 'known'; by: MatchedBy; person: Person }
  /** Another person has the cédula. */
  | { kind: 'taken'; person: Person }
  /** A new person. `relative`: one of another name with the same telephone or address. */
  | { kind: 'new'; relative: Person | undefined }

/** The end of a number, without its country code and leading zero; empty for one that is too short to tell people apart. */
export function phoneKey(phone: string | null): string {
  const digits = (phone ?? '').replaceAll(/\D/g, '')
  return digits.length >= keyDigits ? digits.slice(-keyDigits) : ''
}
const keyDigits = 8

/** Two people who are known to differ: then no telephone makes them one. */
const differ = (one: ComparedPerson, other: ComparedPerson) =>
  (one.cedula !== null && other.cedula !== null && one.cedula !== other.cedula) ||
  (one.birthDate !== null && other.birthDate !== null && one.birthDate !== other.birthDate)

/**
 * The people of a centre, or the lines of a file so far, with which a line is compared. Two people of one family have one telephone and
 * two names, and stay two.
 */
export class KnownPeople<Person extends ComparedPerson> {
  readonly #byKey = new Map<string, Person[]>()

  constructor(people: Iterable<Person> = []) {
    for (const person of people) this.add(person)
  }

  add(person: Person): void {
    for (const key of keysOf(person)) {
      const there = this.#byKey.get(key)
      if (there) there.push(person)
      else this.#byKey.set(key, [person])
    }
  }

  match(person: ComparedPerson): Match<Person> {
    const [sameCedula] = this.#listBy('cedula', person.cedula)
    if (sameCedula) {
      const isSame = areRelatedNames(sameCedula.name, person.name) && !differ(sameCedula, person)
      return isSame ? { kind: 'known', by: 'cedula', person: sameCedula } : { kind: 'taken', person: sameCedula }
    }
    const ways = [
      { by: 'phone', there: this.#listBy('phone', phoneKey(person.phone)) },
      { by: 'email', there: this.#listBy('email', person.email) },
    ] as const
    for (const { by, there } of ways) {
      const same = there.find((each) => areSimilarNames(each.name, person.name) && !differ(each, person))
      if (same) return { kind: 'known', by, person: same }
    }
    if (!person.cedula && !person.email && phoneKey(person.phone) === '') {
      const same = this.#listBy('name', nameKey(person.name)).find((each) => !differ(each, person))
      if (same) return { kind: 'known', by: 'name', person: same }
    }
    return { kind: 'new', relative: ways.flatMap(({ there }) => there)[0] }
  }

  #listBy(by: MatchedBy, value: string | null): readonly Person[] {
    return value ? (this.#byKey.get(`${by} ${value}`) ?? []) : []
  }
}

function keysOf({ name, phone, email, cedula }: ComparedPerson): string[] {
  const values: Record<MatchedBy, string | null> = { cedula, phone: phoneKey(phone), email, name: nameKey(name) }
  return matchedBy.flatMap((by) => (values[by] ? [`${by} ${values[by]}`] : []))
}
