import type { ChatMessage } from '#contract/conversations.ts'

import {
  hasOlder,
  type KnownMessages,
  lastKnown,
  type MessagePage,
  toFetch,
  withOtherRead,
  withPage,
  withSent,
} from './message-pages.ts'

export type MessagesState = {
  known: KnownMessages | undefined
  /** Of the last attempt to load or to catch up. */
  error: unknown
  isLoadingOlder: boolean
}

export type MessageStore = ReturnType<typeof createMessageStore>
type PageRequest = { before?: number; after?: number; limit?: number }

/** The most that one response holds. */
const catchUpLimit = 200
const firstPauseMs = 2000
const longestPauseMs = 30_000

/** The messages of one conversation. `fetchPage`: the newest messages, or those before or after a number. */
export function createMessageStore(fetchPage: (request: PageRequest) => Promise<MessagePage>) {
  let state: MessagesState = { known: undefined, error: undefined, isLoadingOlder: false }
  /** The highest number that the server has announced. */
  let announced = 0
  let catchingUp: Promise<void> | undefined
  let failures = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function set(next: Partial<MessagesState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  function take(page: MessagePage): void {
    announced = Math.max(announced, page.lastNumber)
    set({ known: withPage(state.known, page), error: undefined })
  }

  /** One request at a time: a number that is announced in between is fetched by the next one. */
  async function fetchAnnounced(isAnnounced: boolean): Promise<void> {
    try {
      if (!isAnnounced || !state.known) take(await fetchPage(followingRequest()))
      while (state.known && toFetch(state.known, announced) !== 'nothing') {
        const before = lastKnown(state.known)
        take(await fetchPage(followingRequest()))
        // A response without news would otherwise be requested forever.
        if (lastKnown(state.known) === before) announced = before
      }
      failures = 0
    } catch (error) {
      set({ error })
      failures += 1
      clearTimeout(retryTimer)
      retryTimer = setTimeout(() => void run(false), Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)))
    }
  }

  function followingRequest(): PageRequest {
    const { known } = state
    if (!known || known.items.length === 0 || toFetch(known, announced) === 'newest') return {}
    return { after: lastKnown(known), limit: catchUpLimit }
  }

  async function run(isAnnounced: boolean): Promise<void> {
    catchingUp ??= fetchAnnounced(isAnnounced).finally(() => {
      catchingUp = undefined
    })
    await catchingUp
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        // No screen shows these messages: they are fetched when the next one opens.
        if (listeners.size === 0) clearTimeout(retryTimer)
      }
    },
    getSnapshot: () => state,
    /** Loads the newest messages, or what follows the last known one. */
    refresh: () => run(false),
    /** The live stream has announced a message. */
    async announce(lastNumber: number): Promise<void> {
      announced = Math.max(announced, lastNumber)
      if (toFetch(state.known, announced) === 'nothing') return
      await run(true)
      // The running request may have ended before this number was announced.
      if (state.error === undefined && toFetch(state.known, announced) !== 'nothing') await run(true)
    },
    setOtherRead(number: number): void {
      if (state.known) set({ known: withOtherRead(state.known, number) })
    },
    async loadOlder(): Promise<void> {
      const { known } = state
      const first = known?.items[0]
      if (!known || !first || !hasOlder(known) || state.isLoadingOlder) return
      set({ isLoadingOlder: true })
      try {
        take(await fetchPage({ before: first.number }))
      } catch (error) {
        set({ error })
      } finally {
        set({ isLoadingOlder: false })
      }
    },
    addSent(message: ChatMessage): void {
      if (!state.known) return
      announced = Math.max(announced, message.number)
      set({ known: withSent(state.known, message) })
      if (toFetch(state.known, announced) !== 'nothing') void run(true)
    },
  }
}
