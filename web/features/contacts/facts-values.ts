import type { FactsEdit, PersonFacts } from '#contract/person-facts.ts'
import { taxNumberText } from '#contract/tax-numbers.ts'
import { listText } from '#contract/typed-lists.ts'

/** What a form edits of a contact. */
export type EditedContact = { note: string | null; facts: PersonFacts; version: string }

export const cedulaText = (number: string) => taxNumberText({ kind: 'ci', number })

export function factsValues({ note, facts }: Pick<EditedContact, 'note' | 'facts'>): FactsEdit {
  const { cedula, birthDate, cover, tags } = facts
  return {
    cedula: cedula ? cedulaText(cedula) : '',
    birthDate: birthDate ?? '',
    cover,
    tags: listText(tags),
    note: note ?? '',
  }
}
