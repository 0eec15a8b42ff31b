import { recordYearsAfterClosure } from '#contract/clinical-records.ts'
import { runTogetherOrThrow } from '#server/platform/each-row.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as identities from '../repository/identities.ts'
import { deleteNotesAboutGuests, type GuestsOf } from '../repository/private-notes.ts'
import { type Identity, sealIdentity } from '../rules/sealing.ts'

type Keys = Pick<Platform, 'clock' | 'recordKeys'>

/**
 * Stores the sealed identity of each person of an account who has a clinical record, until the legal term ends. Called while
 * the account is deleted, before its names are anonymized. The caller has locked the patient's profile, so no version is added
 * afterwards.
 */
export async function keepIdentities(
  tx: Tx,
  { platform, patientId }: { platform: Keys; patientId: string },
): Promise<void> {
  await keep(tx, { platform, patientId, people: await identities.listIdentities(tx, { patientId }) })
}

/**
 * As keepIdentities(), of a guest, or of every guest of the centre, before their names are anonymized. What professionals wrote for
 * themselves about them is deleted. The caller has locked the guests.
 */
export async function keepIdentitiesOfGuests(
  tx: Tx,
  { platform, ...guests }: GuestsOf & { platform: Keys },
): Promise<void> {
  await keep(tx, { platform, patientId: null, people: await identities.listIdentitiesOfGuests(tx, guests) })
  await deleteNotesAboutGuests(tx, guests)
}

type Kept = { platform: Keys; patientId: string | null; people: readonly (Identity & { attendeeId: string })[] }

async function keep(tx: Tx, { platform, patientId, people }: Kept): Promise<void> {
  const closedAt = platform.clock.now()
  const keepUntil = new Date(closedAt)
  keepUntil.setUTCFullYear(keepUntil.getUTCFullYear() + recordYearsAfterClosure)
  for (const { attendeeId, ...content } of people) {
    const row = { attendeeId, patientId, closedAt, keepUntil }
    await identities.insertIdentity(tx, { ...row, ...sealIdentity(platform.recordKeys, { row, content }) })
  }
}

const peoplePerBatch = 50

export async function purgeRecords({ db, clock, log }: Platform): Promise<void> {
  for (;;) {
    const now = clock.now()
    const listed = await identities.listExpired(db, { now, limit: peoplePerBatch })
    if (listed.length === 0) return
    await runTogetherOrThrow({
      log,
      rows: listed,
      about: (attendeeId) => ({ attendeeId }),
      failure: 'the clinical record of a person could not be deleted',
      run: (attendees) =>
        db.transaction().execute(async (tx) => {
          const attendeeIds = await identities.lockExpired(tx, { attendeeIds: attendees, now })
          if (attendeeIds.length > 0) await identities.deleteRecordsOf(tx, { attendeeIds })
        }),
    })
    log.info({ people: listed.length }, 'deleted clinical records whose legal term has ended')
  }
}
