import { createHash, randomBytes } from 'node:crypto'

let lastMs = 0
let counter = 0

/**
 * A UUIDv7 (RFC 9562): sorts by time of creation, strictly within one process. Node's own randomUUIDv7
 * doesn't order ids of the same millisecond, which would mix up rows that are listed by id.
 */
export function newId(): string {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    counter = 0
  } else {
    // Also when the system's clock was set back: the order of the ids holds.
    counter += 1
    if (counter > 0xfff) {
      lastMs += 1
      counter = 0
    }
  }
  const random = randomBytes(8)
  random.writeUInt8((random.readUInt8(0) & 0x3f) | 0x80, 0)
  const time = lastMs.toString(16).padStart(12, '0')
  const tail = random.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`
}

/** 256 random bits as base64url (43 characters): nobody guesses it, so its plain hash may be stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 in hex. Only for secrets of newSecret(); what a person chose needs argon2. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
