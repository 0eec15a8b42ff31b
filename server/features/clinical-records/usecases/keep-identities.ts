import { recordYearsAfterClosure } from '#contract/clinical-record-limits.ts'
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

/** Deletes the clinical records whose legal term has ended. */
export async function purgeRecords({ db, clock, log }: Platform): Promise<void> {
  let people: number
  do {
    people = await db.transaction().execute(async (tx) => {
      const attendeeIds = await identities.lockExpired(tx, { now: clock.now(), limit: peoplePerBatch })
      if (attendeeIds.length > 0) await identities.deleteRecordsOf(tx, { attendeeIds })
      return attendeeIds.length
    })
    if (people > 0) log.info({ people }, 'deleted clinical records whose legal term has ended')
  } while (people > 0)
}
