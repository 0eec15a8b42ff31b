import type { PersonRef } from '#contract/agenda.ts'
import { failRequest } from '#contract/errors.ts'
import { agendaScope, type Member } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/centers.usecases.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from './contacts.errors.ts'
import * as repository from './contacts.repository.ts'
import { readQuery } from './contacts.rules.ts'
import type { ContactRow, NewGuest } from './contacts.types.ts'

const scopeOf = (member: Member) => ({ centerId: member.centerId, ...agendaScope(member) })

/** A page of the people whom the member sees, by name; one more than `limit` when there are others behind it. */
export async function listContacts(
  { db, clock }: Platform,
  o: { member: Member; q: string; limit: number; after: string | undefined },
): Promise<ContactRow[]> {
  const scope = scopeOf(o.member)
  if (o.after !== undefined && !(await repository.isInScope(db, { ...scope, id: o.after }))) {
    throw failRequest('request.invalid', { fields: [{ path: 'cursor', message: 'No es un cursor de esta lista.' }] })
  }
  return repository.listContacts(db, { ...scope, ...o, limit: o.limit + 1, query: readQuery(o.q), now: clock.now() })
}

/** @throws contacts.not_found for whoever is nobody's patient here */
export async function requireContact(
  { db, clock }: Platform,
  { member, person }: { member: Member; person: PersonRef },
): Promise<ContactRow> {
  const row = await repository.findContact(db, { ...scopeOf(member), person, now: clock.now() })
  if (!row) throw fail('contacts.not_found')
  return row
}

/** Corrects what the centre wrote down about somebody without an account. */
export async function updateGuest(
  platform: Platform,
  o: { userId: string; centerId: string; guestId: string; note: string } & NewGuest,
): Promise<ContactRow> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, o)
    const known = { ...scopeOf(member), person: { kind: 'guest', id: o.guestId } as const, now }
    if (!(await repository.findContact(tx, known))) throw fail('contacts.not_found')
    await repository.updateGuest(tx, { ...o, now })
    const row = await repository.findContact(tx, known)
    if (!row) throw fail('contacts.not_found')
    return row
  })
}

/** Whether the member may make an appointment for this person: somebody who is in their list, and stays while this goes on. */
export async function isContact(tx: Tx, o: { member: Member; person: PersonRef; now: Date }): Promise<boolean> {
  if (o.person.kind === 'guest') await repository.keepGuest(tx, { guestId: o.person.id })
  return (await repository.findContact(tx, { ...scopeOf(o.member), ...o })) !== undefined
}

/** The guest of the centre with this name and number, written down now if there is none. */
export async function writeDownGuest(
  tx: Tx,
  { centerId, now, ...guest }: NewGuest & { centerId: string; now: Date },
): Promise<{ guestId: string }> {
  await repository.lockGuests(tx, { centerId })
  const known = await repository.findGuestLike(tx, { centerId, guest })
  if (known) {
    // They have just said where they read: an older address may be somebody else's by now.
    if (guest.email !== '' && known.email !== guest.email.toLowerCase()) {
      await repository.setGuestEmail(tx, { id: known.id, email: guest.email, now })
    }
    return { guestId: known.id }
  }
  const id = newId()
  await repository.insertGuest(tx, { id, centerId, guest, now })
  return { guestId: id }
}

/** The centre closes for good: nobody is left who may know its guests. */
export async function forgetGuests(tx: Tx, o: { centerId: string; now: Date }): Promise<void> {
  await repository.emptyGuests(tx, o)
}

/** With a centre that never counted; no appointment names one of them any more. */
export async function dropGuests(tx: Tx, o: { centerId: string }): Promise<void> {
  await repository.deleteGuests(tx, o)
}
