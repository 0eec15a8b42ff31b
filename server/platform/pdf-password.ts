import { createCipheriv, createHash } from 'node:crypto'
import { isName, type PdfDictionary } from './pdf-values.ts'

/** Stands for an empty password, or fills a shorter one up (ISO 32000-1, 7.6.3.3). */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
/** The rounds of the newest encryption end by a byte of their result, and after this many by any. */
const maxRounds = 255 + 32

type Encryption = { encryption: PdfDictionary; id: Buffer }

/** Whether the empty password is the one with which readers open a PDF, by the standard encryption in all of its revisions. */
export function opensWithoutPassword({ encryption, id }: Encryption): boolean {
  const [revision, user] = [encryption.get('R'), encryption.get('U')]
  if (!isName(encryption.get('Filter'), 'Standard') || typeof revision !== 'number' || !Buffer.isBuffer(user))
    return false
  if (revision >= 2 && revision <= 4 && user.length >= 32)
    return keys({ encryption, id, revision }).some((key) => proves({ key, id, user, revision }))
  if ((revision !== 5 && revision !== 6) || user.length < 48) return false
  const salt = user.subarray(32, 40)
  return (revision === 5 ? hash('sha256', salt) : strongHash(salt)).equals(user.subarray(0, 32))
}

/** The keys of the empty password, one for each length that programs write or mean. */
function keys({ encryption, id, revision }: Encryption & { revision: number }): Buffer[] {
  const [owner, permissions, length] = [encryption.get('O'), encryption.get('P'), encryption.get('Length')]
  if (!Buffer.isBuffer(owner) || typeof permissions !== 'number') return []
  const permissionBytes = Buffer.alloc(4)
  permissionBytes.writeInt32LE(permissions | 0)
  const isMetadataPlain = revision === 4 && encryption.get('EncryptMetadata') === false
  const first = hash(
    'md5',
    padding,
    owner.subarray(0, 32),
    permissionBytes,
    id,
    Buffer.alloc(isMetadataPlain ? 4 : 0, 0xff),
  )
  const lengths = new Set([typeof length === 'number' ? length / 8 : 5, 16, 5])
  return [...lengths]
    .filter((bytes) => bytes >= 5 && bytes <= 16)
    .map((bytes) => {
      let key = first.subarray(0, bytes)
      for (let n = 0; revision > 2 && n < 50; n += 1) key = hash('md5', key).subarray(0, bytes)
      return key
    })
}

function proves({ key, id, user, revision }: { key: Buffer; id: Buffer; user: Buffer; revision: number }): boolean {
  if (revision === 2) return rc4(key, padding).equals(user.subarray(0, 32))
  let proof: Buffer = hash('md5', padding, id)
  for (let n = 0; n < 20; n += 1) {
    const roundKey = key.map((byte) => byte ^ n)
    proof = rc4(roundKey, proof)
  }
  return proof.equals(user.subarray(0, 16))
}

/** The hash of the empty password (ISO 32000-2, algorithm 2.B). */
function strongHash(salt: Buffer): Buffer {
  let key = hash('sha256', salt)
  for (let round = 1; round <= maxRounds; round += 1) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const encrypted = cipher.update(Buffer.concat(Array<Buffer>(64).fill(key)))
    const sum = encrypted.subarray(0, 16).reduce((total, byte) => total + byte, 0)
    key = hash((['sha256', 'sha384', 'sha512'] as const)[sum % 3] ?? 'sha256', encrypted)
    if (round >= 64 && (encrypted.at(-1) ?? 0) <= round - 32) break
  }
  return key.subarray(0, 32)
}

const hash = (name: 'md5' | 'sha256' | 'sha384' | 'sha512', ...parts: Buffer[]) =>
  createHash(name).update(Buffer.concat(parts)).digest()

/** node:crypto no longer has this cipher, which old PDFs need. */
function rc4(key: Uint8Array, text: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, n) => n)
  const at = (n: number) => state[n & 255] ?? 0
  function swap(a: number, b: number): void {
    const kept = at(a)
    state[a & 255] = at(b)
    state[b & 255] = kept
  }
  for (let n = 0, other = 0; n < 256; n += 1) {
    other = (other + at(n) + (key[n % key.length] ?? 0)) & 255
    swap(n, other)
  }
  let other = 0
  return Buffer.from(
    text.map((byte, n) => {
      other = (other + at(n + 1)) & 255
      swap(n + 1, other)
      return byte ^ at(at(n + 1) + at(other))
    }),
  )
}
