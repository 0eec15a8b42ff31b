import { recordYearsAfterClosure } from '#contract/clinical-records.ts'
import { runTogetherOrThrow } from '#server/platform/each-row.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as identities from '../repository/identities.ts'
import { sealIdentity } from '../rules/sealing.ts'

/**
 * Stores the sealed identity of each person of an account who has a clinical record, until the legal term ends. Called while
 * the account is deleted, before its names are anonymized. The caller has locked the patient's profile, so no version is added
 * afterwards.
 */
export async function keepIdentities(
  tx: Tx,
  { platform, patientId }: { platform: Pick<Platform, 'clock' | 'recordKeys'>; patientId: string },
): Promise<void> {
  const closedAt = platform.clock.now()
  const keepUntil = new Date(closedAt)
  keepUntil.setUTCFullYear(keepUntil.getUTCFullYear() + recordYearsAfterClosure)
  for (const { attendeeId, ...content } of await identities.listIdentities(tx, { patientId })) {
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
