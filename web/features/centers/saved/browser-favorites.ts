import { useSyncExternalStore } from 'react'
import { maxFavoritesOfBrowser } from '#contract/favorite-limits.ts'
import { serverDate } from '#web/platform/server-time.ts'

/** A saved centre. The browser also keeps its name, for when it is no longer published. */
export type SavedCenter = { centerId: string; name: string; savedAt: string }

const storageKey = 'senda.favorites'
const none: readonly SavedCenter[] = []
const storages = [() => localStorage, () => sessionStorage]
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** What this page knows while the browser stores nothing. */
let inMemory: readonly SavedCenter[] | undefined
let lastText: string | null = null
let lastRead: readonly SavedCenter[] = none
const listeners = new Set<() => void>()

/** The centres that a visitor without an account has saved in this browser, the last one first. */
export function readBrowserFavorites(): readonly SavedCenter[] {
  if (inMemory) return inMemory
  const text = storedText()
  if (text !== lastText) {
    lastText = text
    lastRead = text === null ? none : parse(text)
  }
  return lastRead
}

/** @returns false when the browser keeps as many as it may */
export function keepInBrowser({ centerId, name }: { centerId: string; name: string }): boolean {
  const others = readBrowserFavorites().filter((item) => item.centerId !== centerId)
  if (others.length >= maxFavoritesOfBrowser) return false
  write([{ centerId, name, savedAt: serverDate().toISOString() }, ...others])
  return true
}

export function removeFromBrowser(centerIds: readonly string[]): void {
  const left = readBrowserFavorites().filter(({ centerId }) => !centerIds.includes(centerId))
  if (left.length < readBrowserFavorites().length) write(left)
}

export function useBrowserFavorites(): readonly SavedCenter[] {
  return useSyncExternalStore(subscribe, readBrowserFavorites, () => none)
}

function storedText(): string | null {
  for (const storage of storages) {
    try {
      const text = storage().getItem(storageKey)
      if (text !== null) return text
    } catch {
      // This storage is denied.
    }
  }
  return null
}

/** In the browser's storage; while that is full or denied, in this tab's, or else in this page's memory. */
function write(items: readonly SavedCenter[]): void {
  const text = JSON.stringify(items)
  let isStored = false
  for (const storage of storages) {
    try {
      if (isStored || items.length === 0) storage().removeItem(storageKey)
      else storage().setItem(storageKey, text)
      isStored = true
    } catch {
      // The next one.
    }
  }
  inMemory = isStored ? undefined : items
  for (const listener of listeners) listener()
}

/** Another program, or an older version, may have written the text. */
function parse(text: string): readonly SavedCenter[] {
  try {
    const items: unknown = JSON.parse(text)
    return Array.isArray(items) ? items.filter(isSaved).slice(0, maxFavoritesOfBrowser) : none
  } catch {
    return none
  }
}

function isSaved(item: unknown): item is SavedCenter {
  if (typeof item !== 'object' || item === null) return false
  const { centerId, name, savedAt } = item as Record<string, unknown>
  const isText = typeof centerId === 'string' && typeof name === 'string' && typeof savedAt === 'string'
  return isText && uuid.test(centerId) && !Number.isNaN(Date.parse(savedAt))
}

function subscribe(listener: () => void): () => void {
  // Another tab has written.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === storageKey) listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}
