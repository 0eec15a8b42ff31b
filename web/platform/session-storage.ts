import type { Session } from '@supabase/auth-js'

import { UserFacingError } from './error-message.ts'
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

/**
 * What a sign-in through another provider, or connecting one, needs after its return: in the browser's storage, or in this tab's while that is full or
 * forbidden, because this page's memory ends when the browser leaves for the provider.
 */
export const flowStorage: SessionStorage = {
  getItem: readStored,
  setItem(key, value) {
    const isStored = storages.some((storage) => attempt(() => storage().setItem(key, value)) !== refused)
    if (!isStored) throw new UserFacingError(storageRefused)
  },
  removeItem: removeStored,
}

export const storageRefused =
  'Tu navegador no deja que este sitio guarde datos, o no le queda espacio, y sin eso no podemos recibirte al volver. Permítelo o libera espacio, o usa tu correo.'

const storages = [() => localStorage, () => sessionStorage]

function readStored(key: string): string | null {
  for (const storage of storages) {
    const text = attempt(() => storage().getItem(key))
    if (typeof text === 'string') return text
  }
  return null
}

/** A storage that refuses has stored nothing. */
function removeStored(key: string): void {
  for (const storage of storages) attempt(() => storage().removeItem(key))
}

const refused = Symbol('refused')

/** The result, or `refused` when the browser refuses the storage. */
function attempt<Result>(access: () => Result): Result | typeof refused {
  try {
    return access()
  } catch {
    return refused
  }
}
