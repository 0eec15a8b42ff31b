import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { v7 } from 'uuid'

/**
 * A UUIDv7 (RFC 9562): sorts by time of creation, strictly within one process. Node's own randomUUIDv7 does not order ids of
 * the same millisecond, which would mix up rows that are listed by id.
 */
export function newId(): string {
  return v7()
}

/**
 * The id has 80 random bits, short enough to read out on the telephone. It is never taken from the request, which could
 * forge log lines.
 */
export function newRequestId(): string {
  // Both slices of a version 4 UUID are random in every digit.
  const uuid = randomUUID()
  return uuid.slice(0, 8) + uuid.slice(24)
}

/** 256 random bits as base64url (43 characters). It cannot be guessed, so its plain hash may be stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 in hex. Only for secrets of newSecret(); a password needs argon2. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
