import type { Session } from '@supabase/auth-js'

import { deviceAheadMs } from './server-time.ts'
import { readClaims } from './session-link.ts'

type SessionStorage = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/**
 * Where auth-js keeps the session: in the browser's storage, or in this page's memory where storage is forbidden. auth-js compares
 * the end of a session with the clock of this device, so the end is given to it by that clock, however wrong it is.
 */
export function createSessionStorage(storageKey: string): SessionStorage {
  const storage = browserStorage() ?? memoryStorage()
  return {
    getItem(key) {
      const text = storage.getItem(key)
      return key === storageKey && text !== null ? byDeviceClock(text) : text
    },
    setItem: (key, value) => storage.setItem(key, value),
    removeItem: (key) => storage.removeItem(key),
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

function browserStorage(): SessionStorage | undefined {
  try {
    const { localStorage: storage } = globalThis
    const probe = 'senda.probe'
    storage.setItem(probe, probe)
    storage.removeItem(probe)
    return storage
  } catch {
    return undefined
  }
}

function memoryStorage(): SessionStorage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}
