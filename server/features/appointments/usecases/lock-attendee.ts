import type { PersonRef } from '#contract/agenda.ts'
import type { Member } from '#server/features/centers/centers.policy.ts'
import { lockCenterState } from '#server/features/centers/repository/closed.ts'
import type { NewGuest } from '#server/features/contacts/contacts.types.ts'
import { hasBlockedCenter } from '#server/features/contacts/repository/blocks.ts'
import { createGuest } from '#server/features/contacts/usecases/create-guest.ts'
import { findBookable } from '#server/features/contacts/usecases/list-contacts.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { lockDependant } from '../repository/attendees.ts'
import { lockCalendars, lockPatient } from '../repository/locks.ts'

export type Attendee = { patientId: string; dependantId: string | null } | { guestId: string }

type AttendeeToLock = {
  member: Member
  person: PersonRef | ({ kind: 'newGuest' } & NewGuest)
  /** A professional whose calendar is locked together with that of the attendee. */
  professionalId?: string
  now: Date
}

/**
 * A contact of the centre, or a new guest, with their calendar locked. Staff cannot close the centre until the transaction ends.
 * @throws agenda.unknown_person, agenda.dependant_removed, agenda.blocked_by_patient, agenda.closed_by_staff
 */
export async function lockAttendee(tx: Tx, { member, person, professionalId, now }: AttendeeToLock): Promise<Attendee> {
  const lock = (personId: string) => lockCalendars(tx, professionalId ? [professionalId, personId] : [personId])
  if (person.kind === 'newGuest') {
    const guest = await createGuest(tx, { ...person, member, now })
    await requireOpenFor(tx, { member, person, now })
    await lock(guest.guestId)
    return guest
  }
  const found = await findBookable(tx, { member, person, now })
  if (!found) throw fail('agenda.unknown_person')
  if (person.kind === 'guest') {
    await requireOpenFor(tx, { member, person, now })
    await lock(person.id)
    return { guestId: person.id }
  }
  const dependantId = person.kind === 'dependant' ? person.id : null
  const patientId = found.dependant?.guardianId ?? person.id
  if (!(await lockPatient(tx, { patientId }))) throw fail('agenda.unknown_person')
  if (dependantId !== null && !(await lockDependant(tx, { patientId, dependantId }))) {
    throw fail('agenda.dependant_removed')
  }
  if (await hasBlockedCenter(tx, { patientId, centerId: member.centerId })) throw fail('agenda.blocked_by_patient')
  await requireOpenFor(tx, { member, person, now })
  await lock(person.id)
  return { patientId, dependantId }
}

/** A centre that staff have never approved books its own guests, who get no mail; one that they have closed books nothing. */
async function requireOpenFor(tx: Tx, { member, person, now }: AttendeeToLock) {
  const state = await lockCenterState(tx, { centerId: member.centerId, now })
  const isGuest = person.kind === 'guest' || person.kind === 'newGuest'
  if (state === 'closed' || (state === 'pending' && !isGuest)) throw fail('agenda.closed_by_staff')
}
