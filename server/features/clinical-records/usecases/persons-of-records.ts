import { zone } from '#contract/calendar.ts'
import type { RecordVersion } from '#contract/clinical-records.ts'
import type { Person } from '#contract/person-words.ts'
import { isSameIdentity } from '#server/features/accounts/rules/person.ts'
import type { KeyRing } from '#server/platform/key-ring.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { findIdentity } from '../repository/identities.ts'
import type { AppointmentFacts, StoredVersion } from '../repository/records.ts'
import { addPerson, lockVersionsWithoutPerson } from '../repository/sealed-rows.ts'
import { openIdentity, openPerson, openVersion, type RecordContent, sealPerson } from '../rules/sealing.ts'

type Attendee = Pick<AppointmentFacts, 'attendeeName' | 'attendeeBirthDate'>

/** The attendee by the present name. */
export const personOf = ({ attendeeName, attendeeBirthDate }: Attendee): Person => ({
  fullName: attendeeName ?? '',
  birthDate: attendeeBirthDate,
})

/** The attendee by the present name; of a deleted account by the last one. */
export async function findPerson(
  tx: Tx,
  { recordKeys, appointment }: { recordKeys: KeyRing; appointment: Attendee & Pick<AppointmentFacts, 'attendeeId'> },
): Promise<Person> {
  const { attendeeId } = appointment
  const identity = attendeeId === null ? undefined : await findIdentity(tx, { attendeeId })
  return identity ? openIdentity(recordKeys, identity) : personOf(appointment)
}

/** The version with its content, and about whom it was written where that differs from the attendee's present identity. */
export function openVersionAbout<Row extends StoredVersion>(
  recordKeys: KeyRing,
  { row, person }: { row: Row; person: Person },
): Row & RecordContent & Pick<RecordVersion, 'writtenAs'> {
  const recorded = openPerson(recordKeys, row)
  const content = { ...row, ...openVersion(recordKeys, row) }
  if (recorded === null || isSameIdentity(recorded, person)) return { ...content, writtenAs: null }
  const { fullName, birthDate, recordedAt } = recorded
  const isOfVersion = recordedAt.getTime() === row.writtenAt.getTime()
  const on = isOfVersion ? null : localDay({ instant: recordedAt, zone })
  return { ...content, writtenAs: { fullName, birthDate, on } }
}

/** Seals the identity that is about to change with each version that recorded none. */
export async function keepPersons(
  tx: Tx,
  {
    platform: { clock, recordKeys },
    attendeeId,
    before: { fullName, birthDate },
  }: { platform: Pick<Platform, 'clock' | 'recordKeys'>; attendeeId: string; before: Person },
): Promise<void> {
  const person = { fullName, birthDate, recordedAt: clock.now() }
  for (const row of await lockVersionsWithoutPerson(tx, { attendeeId })) {
    await addPerson(tx, { id: row.id, ...sealPerson(recordKeys, { row, person }) })
  }
}
