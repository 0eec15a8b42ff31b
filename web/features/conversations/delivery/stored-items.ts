import { type OutboxItem, parseItems } from './outbox-items.ts'

export type StoredItems = { read(): OutboxItem[]; write(items: OutboxItem[]): void }

/** The queue in the browser's storage, or only in memory while that is full or forbidden. */
export function storedItems(key: string): StoredItems {
  let inMemory: OutboxItem[] | undefined
  return {
    read() {
      if (inMemory) return inMemory
      try {
        return parseItems(localStorage.getItem(key))
      } catch {
        return []
      }
    },
    write(items) {
      try {
        if (items.length === 0) localStorage.removeItem(key)
        else localStorage.setItem(key, JSON.stringify(items))
        inMemory = undefined
      } catch {
        inMemory = items
      }
    },
  }
}
