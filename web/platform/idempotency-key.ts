import { useState } from 'react'

/** A UUID of version 4. `crypto.randomUUID` is missing where a page isn't served over TLS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The key of a request whose effect must happen once, however often the request is sent. */
export class RequestKeys {
  #content = ''
  #key = ''

  /** The same content keeps its key, so a request whose response was lost is sent again as itself; another content is another request. */
  keyOf(content: object): string {
    const text = JSON.stringify(content)
    if (this.#content !== text) {
      this.#content = text
      this.#key = newIdempotencyKey()
    }
    return this.#key
  }

  /** The last request was answered: the same content is a new request. */
  answered(): void {
    this.#content = ''
  }
}

export function useRequestKeys(): RequestKeys {
  const [keys] = useState(() => new RequestKeys())
  return keys
}
