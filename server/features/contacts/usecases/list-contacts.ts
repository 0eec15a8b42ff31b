import type { PersonRef } from '#contract/agenda.ts'
import { failField } from '#contract/errors.ts'
import type { Member } from '#server/features/centers/centers.policy.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../contacts.errors.ts'
import { scopeOf } from '../contacts.policy.ts'
import * as repository from '../contacts.repository.ts'
import { readQuery } from '../contacts.rules.ts'
import type { ContactRow } from '../contacts.types.ts'

/** A page of the contacts whom the member may see, by name. It has one row more than `limit` when another page follows. */
export async function listContacts(
  { db, clock }: Platform,
  input: { member: Member; q: string; limit: number; after: string | undefined },
): Promise<ContactRow[]> {
  const scope = scopeOf(input.member)
  if (input.after !== undefined && !(await repository.isInScope(db, { ...scope, id: input.after }))) {
    throw failField('cursor', 'No es un cursor de esta lista.')
  }
  return repository.listContacts(db, {
    ...scope,
    ...input,
    limit: input.limit + 1,
    query: readQuery(input.q),
    now: clock.now(),
  })
}

/** @throws contacts.not_found for a person whom the member may not see */
export async function requireContact(
  { db, clock }: Platform,
  { member, person }: { member: Member; person: PersonRef },
): Promise<ContactRow> {
  const row = await repository.findContact(db, { ...scopeOf(member), person, now: clock.now() })
  if (!row) throw fail('contacts.not_found')
  return row
}

/** This person, if the member may see them, and so book for them. It locks a guest against deletion. */
export async function findBookable(
  tx: Tx,
  input: { member: Member; person: PersonRef; now: Date },
): Promise<ContactRow | undefined> {
  if (input.person.kind === 'guest') await repository.lockGuestForBooking(tx, { guestId: input.person.id })
  return repository.findContact(tx, { ...scopeOf(input.member), ...input })
}

export const listDependantsOf = (db: Db, { member, guardianId }: { member: Member; guardianId: string }) =>
  repository.listDependantsOf(db, { ...scopeOf(member), guardianId })
