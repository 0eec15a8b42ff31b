declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Decrypts the body of a push message (RFC 8291). */
  export function decrypt(
    content: Buffer,
    options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer
}
