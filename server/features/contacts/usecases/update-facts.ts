import { failField } from '#contract/errors.ts'
import type { FactsEdit } from '#contract/person-facts.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import type { Platform } from '#server/platform/platform.ts'
import { requireVersion } from '#server/platform/version.ts'
import { fail } from '../contacts.errors.ts'
import { scopeOf } from '../contacts.policy.ts'
import type { ContactRow } from '../contacts.types.ts'
import { lockAccountOf, storeFacts } from '../repository/facts.ts'
import { lockGuests } from '../repository/guests.ts'
import { findContact } from '../repository/people.ts'
import { editedFacts, factsVersion } from '../rules/facts.ts'
import { requirePlausible } from './require-plausible.ts'

type Edit = FactsEdit & {
  userId: string
  centerId: string
  kind: 'patient' | 'dependant'
  personId: string
  version?: string
}

/**
 * Stores what this centre alone keeps of a person with an account.
 * @throws centers.not_found, contacts.not_found, request.invalid, and another version
 */
export async function updateFacts(platform: Platform, input: Edit): Promise<ContactRow> {
  const { centerId, kind, note, version } = input
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, input)
    const person = { kind, id: input.personId }
    const contact = { ...scopeOf(member), person, now }
    await lockGuests(tx, { centerId })
    await lockAccountOf(tx, { person })
    const before = await findContact(tx, contact)
    if (!before) throw fail('contacts.not_found')
    const facts = editedFacts(input, before)
    if (kind === 'dependant' && facts.birthDate !== before.birthDate) {
      throw failField('birthDate', 'La escribe quien reserva por esta persona.')
    }
    requireVersion({ seen: version, current: factsVersion(before), next: factsVersion({ note, ...facts }) })
    await requirePlausible(tx, { member, person, facts, now })
    const birthDate = kind === 'dependant' ? null : facts.birthDate
    await storeFacts(tx, {
      centerId,
      patientId: before.dependant?.guardianId ?? person.id,
      dependantId: kind === 'dependant' ? person.id : null,
      facts: { ...facts, birthDate, note },
      now,
    })
    const row = await findContact(tx, contact)
    if (!row) throw fail('contacts.not_found')
    return row
  })
}
