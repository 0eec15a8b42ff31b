import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { createSecretFile } from './secrets.ts'
import type { Settings } from './settings.ts'
import { recordKeyEntry, recordKeysFormat } from './settings-variables.ts'
import { StartError } from './start-error.ts'

// Health data is encrypted with keys of its own and not with SECRET_KEY, which an operator may replace at any time: nothing
// else can open a clinical record that has to be kept for years.

export type RecordKey = { id: string; key: KeyObject }
/** `current` encrypts; every key of the ring decrypts what names it. */
export type KeyRing = { current: RecordKey; byId: ReadonlyMap<string, KeyObject> }
/** `sealed` is the ciphertext followed by the tag. */
export type Sealed = { keyId: string; nonce: Buffer; sealed: Buffer }

/** The values of the row that the content belongs to, in a fixed order: the content opens with exactly these. */
export type Binding = readonly string[]

/** The key that encrypted a content is not in the ring, or the content does not belong to its row. */
export class SealedContentError extends Error {
  override name = 'SealedContentError'
}

const cipher = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** The first key is the current one. @throws StartError when the same id is given twice */
export function createKeyRing(entries: readonly { id: string; bytes: Uint8Array }[]): KeyRing {
  const byId = new Map(entries.map(({ id, bytes }) => [id, createSecretKey(bytes)]))
  const [first] = byId
  if (!first || byId.size !== entries.length) throw new StartError('RECORD_KEYS names the same key twice, or none.')
  return { current: { id: first[0], key: first[1] }, byId }
}

export function sealWith(keys: KeyRing, { text, binding }: { text: string; binding: Binding }): Sealed {
  const { id, key } = keys.current
  const nonce = randomBytes(nonceLength)
  const sealing = createCipheriv(cipher, key, nonce).setAAD(associatedData(binding))
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return { keyId: id, nonce, sealed: Buffer.concat([sealed, sealing.getAuthTag()]) }
}

/** @throws SealedContentError, which never contains the text */
export function openWith(keys: KeyRing, { binding, ...content }: Sealed & { binding: Binding }): string {
  const key = keys.byId.get(content.keyId)
  if (!key) throw new SealedContentError(`RECORD_KEYS has no key "${content.keyId}"`)
  const end = content.sealed.length - tagLength
  try {
    const opening = createDecipheriv(cipher, key, content.nonce, { authTagLength: tagLength })
    opening.setAAD(associatedData(binding)).setAuthTag(content.sealed.subarray(end))
    return Buffer.concat([opening.update(content.sealed.subarray(0, end)), opening.final()]).toString('utf8')
  } catch {
    throw new SealedContentError(`the key "${content.keyId}" does not open this content in this row`)
  }
}

function associatedData(binding: Binding): Buffer {
  return Buffer.from(JSON.stringify(binding), 'utf8')
}

/**
 * RECORD_KEYS. Outside production, where the setting may be absent, a key is made at the first start and kept in
 * DATA_DIR/record.keys. `mayCreate: false`: there are clinical records, which a new key does not open. @throws StartError
 */
export function requireRecordKeys(
  settings: Pick<Settings, 'recordKeys' | 'dataDir' | 'production'>,
  { mayCreate }: { mayCreate: boolean },
): KeyRing {
  if (settings.recordKeys) return createKeyRing(settings.recordKeys)
  if (settings.production) throw new StartError(`RECORD_KEYS is missing. ${recordKeysFormat}`)
  const file = join(settings.dataDir, 'record.keys')
  if (!mayCreate && !existsSync(file)) {
    throw new StartError(`${file} is missing, and nothing else opens the clinical records. Restore it from a backup.`)
  }
  return createKeyRing([storedKey(file)])
}

function storedKey(file: string): { id: string; bytes: Buffer } {
  let text: string
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    if (!existsSync(file)) {
      const id = `local-${randomBytes(4).toString('hex')}`
      createSecretFile({ file, text: `${id}:${randomBytes(32).toString('base64')}` })
    }
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new StartError(`Cannot read or write ${file}${code}. Check its owner, or set RECORD_KEYS.`)
  }
  const entry = recordKeyEntry(text)
  if (!entry)
    throw new StartError(`${file} is damaged. Restore it from a backup: nothing else opens the clinical records.`)
  return entry
}
