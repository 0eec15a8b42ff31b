import { foldText } from '#contract/folded-text.ts'
import type { Person } from '#contract/person-words.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

/** What other nouns do in the transaction before the identity of an attendee changes. */
export type OnNewIdentity = (tx: Tx, change: { attendeeId: string; before: Person; after: Person }) => Promise<void>

/** Whether only accents or the case of the name differ. */
export function isSameIdentity(before: Person, after: Person): boolean {
  return hasSameName(before, after) && before.birthDate === after.birthDate
}

/** One of the two data alone is a correction, or a new name. Both at once are another person. */
export function isOtherPerson(before: Person, after: Person): boolean {
  return !hasSameName(before, after) && before.birthDate !== after.birthDate
}

const hasSameName = (one: Person, other: Person) => foldText(one.fullName) === foldText(other.fullName)
