import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as yieldToRequests } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'

import { newSecret } from './ids.ts'
import type { Settings } from './settings.ts'
import { secretMinLength } from './settings-variables.ts'
import { StartError } from './start-error.ts'

// This secret is never in the database, so a stolen dump neither opens an account nor reveals the network address
// behind a hash.

type Use = { secret: Uint8Array; purpose: string }

const keysOfSecret = new WeakMap<Uint8Array, LRUCache<string, KeyObject>>()
/** Bounds the memory, because purposes may contain the ids of rows. */
const maxCachedKeys = 1_000

/** 32 bytes for one purpose; keys of different purposes reveal nothing about each other. */
export function deriveKey({ secret, purpose }: Use): KeyObject {
  const keys = keysOfSecret.get(secret) ?? new LRUCache<string, KeyObject>({ max: maxCachedKeys })
  keysOfSecret.set(secret, keys)
  const known = keys.get(purpose)
  if (known) return known
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
  keys.set(purpose, key)
  return key
}

/** HMAC-SHA-256 in hex: for what could be guessed, and so found again by its plain hash (an address, an e-mail). */
export function keyedHash(input: Use & { text: string }): string {
  return createHmac('sha256', deriveKey(input)).update(input.text).digest('hex')
}

/** Identifies the key without revealing it, which distinguishes text that another key encrypted from damaged text. */
export function keyIdOf(input: Use): string {
  return keyedHash({ ...input, text: 'key id' }).slice(0, 16)
}

const cipher = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** Authenticated encryption: nonce, tag and ciphertext. */
export function seal(input: Use & { text: string }): Buffer {
  const nonce = randomBytes(nonceLength)
  const sealing = createCipheriv(cipher, deriveKey(input), nonce)
  const sealed = Buffer.concat([sealing.update(input.text, 'utf8'), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed])
}

/** Undefined for text that was altered, or sealed with another secret or purpose. */
export function unseal(input: Use & { sealed: Buffer }): string | undefined {
  try {
    const opening = openWith(input, input.sealed)
    const sealed = input.sealed.subarray(nonceLength + tagLength)
    return Buffer.concat([opening.update(sealed), opening.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** How many characters are sealed before other work may run: less than a millisecond. */
const charactersAtOnce = 256 * 1024

/** Like seal(), for a long text that is made in pieces: requests are served in between. */
export async function sealPieces({ pieces, ...use }: Use & { pieces: Iterable<string> }): Promise<Buffer> {
  const nonce = randomBytes(nonceLength)
  const sealing = createCipheriv(cipher, deriveKey(use), nonce)
  const sealed: Buffer[] = []
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length < charactersAtOnce) continue
    sealed.push(sealing.update(text, 'utf8'))
    text = ''
    await yieldToRequests()
  }
  sealed.push(sealing.update(text, 'utf8'), sealing.final())
  return Buffer.concat([nonce, sealing.getAuthTag(), ...sealed])
}

/** A text was altered, or sealed with another secret or purpose. */
export class AlteredError extends Error {
  override name = 'AlteredError'
}

/**
 * Opens what is read in slices; the first one has the nonce and the tag. Only after the last one is it known that none was altered, so
 * what is shown to a person is opened twice. @throws AlteredError
 */
export async function* unsealSlices({
  slices,
  ...use
}: Use & { slices: AsyncIterable<Buffer> }): AsyncGenerator<Buffer<ArrayBuffer>> {
  let opening: ReturnType<typeof openWith> | undefined
  for await (const slice of slices) {
    if (opening) yield opening.update(slice)
    else {
      opening = openWith(use, slice)
      yield opening.update(slice.subarray(nonceLength + tagLength))
    }
  }
  // Without a slice, its row was deleted after it was found.
  if (!opening) throw new AlteredError()
  try {
    opening.final()
  } catch {
    throw new AlteredError()
  }
}

function openWith(use: Use, head: Buffer) {
  const opening = createDecipheriv(cipher, deriveKey(use), head.subarray(0, nonceLength), { authTagLength: tagLength })
  return opening.setAuthTag(head.subarray(nonceLength, nonceLength + tagLength))
}

/**
 * SECRET_KEY, or the secret in DATA_DIR, which the first start creates. `mayCreate: false`: there is data, which a new secret
 * would make unreadable. @throws StartError
 */
export function requireSecret(
  { secretKey, dataDir }: Pick<Settings, 'secretKey' | 'dataDir'>,
  { mayCreate }: { mayCreate: boolean },
): Uint8Array {
  return Buffer.from(secretKey ?? storedSecret({ dataDir, mayCreate }))
}

function storedSecret({ dataDir, mayCreate }: { dataDir: string; mayCreate: boolean }): string {
  const file = join(dataDir, 'secret.key')
  if (!mayCreate && !existsSync(file)) {
    throw new StartError(
      `${file} is missing, but the database was used with a secret key. Restore the file from a backup, or set SECRET_KEY. ` +
        'If the key is lost, run: npm run admin -- replace-secret-key',
    )
  }
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (!existsSync(file)) createSecretFile({ file, text: newSecret() })
    const text = readFileSync(file, 'utf8').trim()
    if (text.length >= secretMinLength) return text
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new StartError(`Cannot read or write ${file}${code}. Check its owner, or set SECRET_KEY.`)
  }
  throw new StartError(
    `${file} is damaged. Restore it from a backup. If the key is lost, delete the file and run: npm run admin -- replace-secret-key`,
  )
}

/** When processes start simultaneously, the first one's file stays, and no process reads a partial file. */
export function createSecretFile({ file, text }: { file: string; text: string }): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${text}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
