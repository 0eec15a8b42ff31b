import { areRelatedNames, nameKey } from './similar-names.ts'

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

/** How many people of one name and one number are compared; where there are more, the name and the number tell them no more apart. */
const comparedPeople = 100

/**
 * The people of a centre, or the lines of a file so far, with which a line is compared: those of a similar name, which are the same words,
 * however they are spelled and ordered. Two people of one family have one telephone and two names, and stay two: a name that is left out
 * is another name, because a mother and her daughter may share the rest. The cost of a line does not grow with the people of one number.
 */
export class KnownPeople<Person extends ComparedPerson> {
  readonly #byKey = new Map<string, Person[]>()
  /** The first person of each telephone and address. */
  readonly #relatives = new Map<string, Person>()

  constructor(people: Iterable<Person> = []) {
    for (const person of people) this.add(person)
  }

  add(person: Person): void {
    const { cedula, name, contacts } = keysOf(person)
    for (const key of [cedula, name, ...contacts.map(({ key }) => key + name)]) this.#addTo(key, person)
    for (const { key } of contacts) if (key && !this.#relatives.has(key)) this.#relatives.set(key, person)
  }

  match(person: ComparedPerson): Match<Person> {
    const { cedula, name, contacts } = keysOf(person)
    const [sameCedula] = this.#listBy(cedula)
    if (sameCedula) {
      const isSame = areRelatedNames(sameCedula.name, person.name) && !differ(sameCedula, person)
      return isSame ? { kind: 'known', by: 'cedula', person: sameCedula } : { kind: 'taken', person: sameCedula }
    }
    const find = (key: string) => this.#listBy(key).find((each) => !differ(each, person))
    const known = contacts.filter(({ key }) => key !== '')
    for (const { by, key } of known) {
      const same = name === '' ? undefined : find(key + name)
      if (same) return { kind: 'known', by, person: same }
    }
    const same = known.length === 0 && !cedula ? find(name) : undefined
    if (same) return { kind: 'known', by: 'name', person: same }
    return { kind: 'new', relative: known.flatMap(({ key }) => this.#relatives.get(key) ?? [])[0] }
  }

  /**
   * All who may be this person, when a line says too little to choose: those of its name and its telephone or address, or of its name alone.
   */
  listSame(person: ComparedPerson): Person[] {
    const { name, contacts } = keysOf(person)
    const keys = contacts.filter(({ key }) => key !== '').map(({ key }) => key + name)
    const found = (keys.length === 0 ? [name] : keys).flatMap((key) => (name === '' ? [] : this.#listBy(key)))
    return found.filter((each) => !differ(each, person))
  }

  #addTo(key: string, person: Person): void {
    const there = this.#byKey.get(key)
    if (!there) this.#byKey.set(key, [person])
    else if (there.length < comparedPeople) there.push(person)
  }

  #listBy(key: string): readonly Person[] {
    return key === '' ? [] : (this.#byKey.get(key) ?? [])
  }
}

/** Empty for a fact that the person has not. */
function keysOf({ name, phone, email, cedula }: ComparedPerson) {
  const keyOf = (by: MatchedBy, value: string | null) => (value ? `${by} ${value} ` : '')
  return {
    cedula: keyOf('cedula', cedula),
    name: keyOf('name', nameKey(name)),
    contacts: [
      { by: 'phone', key: keyOf('phone', phoneKey(phone)) },
      { by: 'email', key: keyOf('email', email) },
    ] as const,
  }
}
