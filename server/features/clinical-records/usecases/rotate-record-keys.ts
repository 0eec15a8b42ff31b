import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as sealedRows from '../repository/sealed-rows.ts'
import { resealIdentity, resealNote, resealVersion } from '../rules/sealing.ts'

type Storage = Pick<Platform, 'db' | 'recordKeys'>

/** Small, so that a transaction that needs a locked row waits only milliseconds. */
const rowsPerBatch = 100

export type Rotation = {
  /** Rows that this run encrypted with the current key. */
  rotated: number
  /** The ids of keys in the ring that encrypt no row. */
  unused: string[]
  /** Rows that another key still encrypts, because another run has locked them or a server with older settings wrote them. */
  left: number
}

/**
 * Encrypts every clinical record, draft and working note with the current key, a transaction per batch: an interrupted run loses nothing, and the next
 * one continues. Servers whose ring has both keys can read and write while it runs.
 * @throws SealedContentError for a row that no key of the ring opens
 */
export async function rotateRecordKeys(
  { db, recordKeys }: Storage,
  { batchSize = rowsPerBatch, onBatch }: { batchSize?: number; onBatch?: (rotated: number) => void } = {},
): Promise<Rotation> {
  const current = recordKeys.current.id
  let rotated = 0
  for (const { keyId } of await sealedRows.countByKey(db)) {
    if (keyId === current) continue
    let rows: number
    do {
      const batch = { keyId, limit: batchSize }
      rows = await db.transaction().execute((tx) => rotateBatch(tx, { recordKeys, batch }))
      rotated += rows
      if (rows > 0) onBatch?.(rotated)
    } while (rows > 0)
  }
  const counts = await sealedRows.countByKey(db)
  const used = new Set(counts.map(({ keyId }) => keyId))
  return {
    rotated,
    unused: [...recordKeys.byId.keys()].filter((id) => id !== current && !used.has(id)),
    left: counts.reduce((sum, { keyId, rows }) => sum + (keyId === current ? 0 : rows), 0),
  }
}

async function rotateBatch(
  tx: Tx,
  { recordKeys, batch }: Pick<Platform, 'recordKeys'> & { batch: { keyId: string; limit: number } },
): Promise<number> {
  const versions = await sealedRows.lockVersionsOfKey(tx, batch)
  for (const row of versions) await sealedRows.resealVersion(tx, { id: row.id, ...resealVersion(recordKeys, row) })
  if (versions.length > 0) return versions.length
  const identities = await sealedRows.lockIdentitiesOfKey(tx, batch)
  for (const row of identities) {
    await sealedRows.resealIdentity(tx, { attendeeId: row.attendeeId, ...resealIdentity(recordKeys, row) })
  }
  if (identities.length > 0) return identities.length
  const notes = await sealedRows.lockNotesOfKey(tx, batch)
  for (const row of notes) await sealedRows.resealNote(tx, { id: row.id, ...resealNote(recordKeys, row) })
  return notes.length
}
