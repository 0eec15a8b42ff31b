import { knownCover } from '#contract/covers.ts'
import type { FactsEdit } from '#contract/person-facts.ts'
import { typedList } from '#contract/typed-lists.ts'
import { versionOf } from '#server/platform/version.ts'
import type { ContactRow, Facts } from '../contacts.types.ts'

type Versioned = Pick<ContactRow, 'name' | 'phone' | 'email' | 'note'> & Facts

/** It covers what the desk edits of a guest. An empty text and a null are the same. */
export function guestVersion({ name, phone, email, note, ...facts }: Versioned): string {
  return versionOf({ name, phone: phone ?? '', email: email ?? '', note: note ?? '', ...shownFacts(facts) })
}

/** It covers what the desk writes about a person with an account, who alone changes the rest. */
export function factsVersion({ note, ...facts }: Pick<ContactRow, 'note'> & Facts): string {
  return versionOf({ note: note ?? '', ...shownFacts(facts) })
}

export const contactVersion = (row: ContactRow) => (row.kind === 'guest' ? guestVersion(row) : factsVersion(row))

const shownFacts = ({ cedula, birthDate, cover, tags }: Facts) => ({ cedula, birthDate, cover, tags })

export type TypedFacts = Partial<{ [Fact in Exclude<keyof FactsEdit, 'note'>]: FactsEdit[Fact] | undefined }>

/** The facts after an edit: what it leaves out stays. */
export function editedFacts(edit: TypedFacts, before: Facts): Facts {
  const { cedula = before.cedula, birthDate = before.birthDate, cover = before.cover, tags } = edit
  return {
    cedula: cedula || null,
    birthDate: birthDate || null,
    cover: knownCover(cover),
    tags: tags === undefined ? before.tags : typedList(tags),
  }
}
