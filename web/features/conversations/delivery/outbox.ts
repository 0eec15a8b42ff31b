import type { ChatMessage } from '#contract/conversations.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { draftPrefix, onSignOut } from '#web/platform/session.ts'

import {
  maxQueued,
  nextOf,
  type OutboxItem,
  outcomeOf,
  parseItems,
  withItem,
  withoutItems,
  withRefusal,
  withRetry,
} from './outbox-items.ts'

export type OutboxState = {
  items: readonly OutboxItem[]
  /** The server slows this user down; its sentence. */
  slowed: string | undefined
  /** Conversations whose next message has failed several times; it is still retried. */
  stuck: ReadonlySet<string>
}

type Send = (item: OutboxItem) => Promise<ChatMessage>
type Listener = { onChange(): void; onSent(input: { item: OutboxItem; message: ChatMessage }): void }
export type Outbox = ReturnType<typeof createOutbox>

/** From this failure on a message is shown as not sent, although it is retried. */
const stuckAfter = 3

/**
 * The queue of a user's messages: each conversation sends one at a time, in order, and repeats it until the server has
 * confirmed it. The queue is stored, so that it survives a reload.
 */
export function createOutbox({ userId, send }: { userId: string; send: Send }) {
  const key = `${draftPrefix}outbox.${userId}`
  let state: OutboxState = { items: read(), slowed: undefined, stuck: new Set() }
  let isStopped = false
  const listeners = new Set<Listener>()
  const sending = new Set<string>()
  const attempts = new Map<string, number>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  /** Another tab may have changed the stored queue, so it is read before each change. */
  function read(): OutboxItem[] {
    try {
      return parseItems(localStorage.getItem(key))
    } catch {
      return [...(state?.items ?? [])]
    }
  }

  function set(next: Partial<OutboxState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener.onChange()
  }

  function update(change: (items: readonly OutboxItem[]) => OutboxItem[]): void {
    const items = change(read())
    try {
      if (items.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(items))
    } catch {
      // A full or forbidden storage costs the queue's survival of a reload.
    }
    set({ items })
  }

  function pumpAll(): void {
    for (const { conversationId } of state.items) void pump(conversationId)
  }

  async function pump(conversationId: string): Promise<void> {
    if (isStopped || sending.has(conversationId) || timers.has(conversationId) || !navigator.onLine) return
    const item = nextOf(state.items, conversationId)
    if (!item) return
    sending.add(conversationId)
    try {
      await withLock(`${key}.${conversationId}`, () => sendOne(item))
    } finally {
      sending.delete(conversationId)
    }
    void pump(conversationId)
  }

  async function sendOne(item: OutboxItem): Promise<void> {
    // Another tab has sent it while this one waited for its turn.
    if (isStopped || nextOf(read(), item.conversationId)?.id !== item.id) return set({ items: read() })
    const { conversationId } = item
    try {
      const message = await send(item)
      if (isStopped) return undefined
      attempts.delete(conversationId)
      for (const listener of listeners) listener.onSent({ item, message })
      update((items) => withoutItems(items, new Set([item.id])))
      set({ slowed: undefined, stuck: without(state.stuck, conversationId) })
    } catch (error) {
      if (!isStopped) follow({ item, error })
    }
    return undefined
  }

  function follow({ item, error }: { item: OutboxItem; error: unknown }): void {
    const { conversationId, id } = item
    const failures = (attempts.get(conversationId) ?? 0) + 1
    attempts.set(conversationId, failures)
    const outcome = outcomeOf({ ...responseOf(error), message: errorMessage(error), attempts: failures })
    if (outcome.kind === 'refused') {
      attempts.delete(conversationId)
      update((items) => withRefusal(items, id, outcome.reason))
    } else if (outcome.kind === 'wait') {
      const isStuck = outcome.reason === undefined && failures >= stuckAfter
      set({
        slowed: outcome.reason,
        stuck: isStuck ? new Set([...state.stuck, conversationId]) : without(state.stuck, conversationId),
      })
      pause(conversationId, outcome.ms)
    } else stop()
  }

  function pause(conversationId: string, ms: number): void {
    const resume = () => {
      timers.delete(conversationId)
      void pump(conversationId)
    }
    timers.set(conversationId, setTimeout(resume, ms * (1 + Math.random() / 4)))
  }

  function resumeAll(): void {
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
    pumpAll()
  }

  /** The change of another tab. */
  function onStorage(event: StorageEvent): void {
    if (event.key !== key) return
    set({ items: read() })
    pumpAll()
  }

  function stop(): void {
    isStopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
    removeEventListener('online', resumeAll)
    removeEventListener('storage', onStorage)
  }

  addEventListener('online', resumeAll)
  addEventListener('storage', onStorage)
  return {
    getSnapshot: () => state,
    listen(listener: Listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    resumeAll,
    stop,
    /** Returns false when too many messages wait already. */
    add({ conversationId, content }: { conversationId: string; content: string }): boolean {
      if (state.items.length >= maxQueued) return false
      const createdAt = new Date().toISOString()
      update((items) => withItem(items, { id: crypto.randomUUID(), conversationId, content, createdAt }))
      void pump(conversationId)
      return true
    },
    retry(item: OutboxItem): void {
      update((items) => withRetry(items, item.id))
      clearTimeout(timers.get(item.conversationId))
      timers.delete(item.conversationId)
      void pump(item.conversationId)
    },
    discard(id: string): void {
      update((items) => withoutItems(items, new Set([id])))
    },
    /** These messages are on the server: the response to sending one may have been lost. */
    settle(ids: ReadonlySet<string>): void {
      if (state.items.some(({ id }) => ids.has(id))) update((items) => withoutItems(items, ids))
    },
  }
}

function without(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  return new Set([...set].filter((each) => each !== value))
}

/** Two tabs of one browser take turns, so that they don't change the order of the queue. */
async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager }
  if (locks) await locks.request(name, work)
  else await work()
}

function responseOf(error: unknown): { status: number | undefined; retryAfterSeconds: number | undefined } {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: { retryAfterSeconds?: unknown } }
  const seconds = data?.retryAfterSeconds
  return {
    status: typeof status === 'number' ? status : undefined,
    retryAfterSeconds: typeof seconds === 'number' ? seconds : undefined,
  }
}

let current: { userId: string; outbox: Outbox } | undefined

/** One queue for each user of this page, which goes on sending on other screens. */
export function outboxOf({ userId, send }: { userId: string; send: Send }): Outbox {
  if (current?.userId !== userId) {
    current?.outbox.stop()
    current = { userId, outbox: createOutbox({ userId, send }) }
  }
  return current.outbox
}

onSignOut(() => {
  current?.outbox.stop()
  current = undefined
})
