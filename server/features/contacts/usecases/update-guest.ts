import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { requirePhone } from '#server/platform/phones.ts'
import type { Platform } from '#server/platform/platform.ts'
import { requireVersion } from '#server/platform/version.ts'
import { fail } from '../contacts.errors.ts'
import { scopeOf } from '../contacts.policy.ts'
import type { ContactRow, NewGuest } from '../contacts.types.ts'
import * as repository from '../repository/guests.ts'
import { findContact } from '../repository/people.ts'
import { editedFacts, guestVersion, type TypedFacts } from '../rules/facts.ts'
import { requirePlausible } from './require-plausible.ts'

type GuestEdit = NewGuest &
  TypedFacts & { userId: string; centerId: string; guestId: string; note: string; version?: string }

/** @throws centers.not_found, contacts.not_found, request.invalid, and another version */
export async function updateGuest(platform: Platform, input: GuestEdit): Promise<ContactRow> {
  const now = platform.clock.now()
  const phone = requirePhone({ phone: input.phone, field: 'phone' })
  return platform.db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, input)
    const person = { kind: 'guest', id: input.guestId } as const
    const contact = { ...scopeOf(member), person, now }
    // Before the guest's row, as for a new guest.
    await repository.lockGuests(tx, input)
    await repository.lockGuest(tx, input)
    const before = await findContact(tx, contact)
    if (!before) throw fail('contacts.not_found')
    const facts = editedFacts(input, before)
    const { fullName: name, note } = input
    const next = guestVersion({ name, phone, email: input.email.toLowerCase(), note, ...facts })
    requireVersion({ seen: input.version, current: guestVersion(before), next })
    await requirePlausible(tx, { member, person, facts, now })
    await repository.updateGuest(tx, { ...input, phone, facts, now })
    const row = await findContact(tx, contact)
    if (!row) throw fail('contacts.not_found')
    return row
  })
}
