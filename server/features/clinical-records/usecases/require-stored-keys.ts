import { type KeyRing, requireRecordKeys, SealedContentError } from '#server/platform/key-ring.ts'
import type { Platform } from '#server/platform/platform.ts'
import { StartError } from '#server/platform/start-error.ts'
import * as sealedRows from '../repository/sealed-rows.ts'
import { openIdentity, openNote, openPerson, openVersion } from '../rules/sealing.ts'

/** The keys of this process. A new one is created only while there are no clinical records. @throws StartError */
export async function readKeysOfRecords({ db, settings }: Pick<Platform, 'db' | 'settings'>): Promise<KeyRing> {
  const stored = await sealedRows.countByKey(db)
  return requireRecordKeys(settings, { mayCreate: stored.length === 0 })
}

/** Like readKeysOfRecords(), for a server, whose keys have to open the stored clinical records. @throws StartError */
export async function requireKeysOfRecords({ db, settings }: Pick<Platform, 'db' | 'settings'>): Promise<KeyRing> {
  const recordKeys = await readKeysOfRecords({ db, settings })
  await requireStoredKeys({ db, recordKeys, settings })
  return recordKeys
}

/** The ids of the keys that open the stored clinical records. */
export async function listKeysInUse(db: Platform['db']): Promise<string[]> {
  return (await sealedRows.countByKey(db)).map(({ keyId }) => keyId)
}

/**
 * Refuses to start without a key that the stored clinical records need, or with a different key under its name, because
 * patients and professionals could not read their records. @throws StartError
 */
export async function requireStoredKeys({
  db,
  recordKeys,
  settings,
}: Pick<Platform, 'db' | 'recordKeys' | 'settings'>): Promise<void> {
  const source = settings.recordKeys ? 'RECORD_KEYS' : 'DATA_DIR/record.keys'
  for (const { keyId, rows } of await sealedRows.countByKey(db)) {
    if (!recordKeys.byId.has(keyId)) {
      throw new StartError(
        `${source} lacks the key "${keyId}", which encrypts ${rows} rows of clinical records. Add it.`,
      )
    }
    const { version, identity, note } = await sealedRows.findOneOfKey(db, { keyId })
    try {
      if (version) {
        openVersion(recordKeys, version)
        openPerson(recordKeys, version)
      }
      if (identity) openIdentity(recordKeys, identity)
      if (note) openNote(recordKeys, note)
    } catch (error) {
      if (!(error instanceof SealedContentError)) throw error
      throw new StartError(
        `The key "${keyId}" of ${source} does not open the clinical records that name it: it is a different key. Restore the right one.`,
      )
    }
  }
}
