import type { Session } from '@supabase/auth-js'

import { deviceAheadMs } from './server-time.ts'
import { readClaims } from './session-link.ts'

type SessionStorage = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/**
 * Where auth-js keeps the session: in the browser's storage, or in this page's memory while that is full or forbidden. auth-js
 * compares the end of a session with the clock of this device, so the end is given to it by that clock, however wrong it is.
 */
export function createSessionStorage(storageKey: string): SessionStorage {
  const inMemory = new Map<string, string>()
  return {
    getItem(key) {
      const text = readStored(key) ?? inMemory.get(key) ?? null
      return key === storageKey && text !== null ? byDeviceClock(text) : text
    },
    setItem(key, value) {
      try {
        localStorage.setItem(key, value)
        inMemory.delete(key)
      } catch {
        // The earlier value must not return: the server takes a renewed token for a stolen one.
        removeStored(key)
        inMemory.set(key, value)
      }
    },
    removeItem(key) {
      removeStored(key)
      inMemory.delete(key)
    },
  }
}

function byDeviceClock(text: string): string {
  try {
    const session = JSON.parse(text) as Partial<Session> | null
    const { expiresAt } = readClaims(session?.access_token ?? '') ?? {}
    if (expiresAt === undefined) return text
    return JSON.stringify({ ...session, expires_at: expiresAt + Math.round(deviceAheadMs() / 1000) })
  } catch {
    return text
  }
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Then nothing was stored.
  }
}
