import type { ChatMessage } from '#contract/conversations.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { newIdempotencyKey } from '#web/platform/idempotency-key.ts'
import { serverDate } from '#web/platform/server-time.ts'
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
import { withLock } from './with-lock.ts'

export type OutboxState = {
  items: readonly OutboxItem[]
  /** The server's sentence while it slows this user down. */
  slowdownMessage: string | undefined
  /** Conversations whose next message has failed several times; it is still retried. */
  stuckConversationIds: ReadonlySet<string>
  /** Conversations whose first message waits until the user confirms their address, as the server has said. */
  unprovenConversationIds: ReadonlySet<string>
}

type Send = (item: OutboxItem) => Promise<ChatMessage>
type Listener = { onChange(): void; onSent(input: { item: OutboxItem; message: ChatMessage }): void }

/** After this many failures a message is shown as not sent, although it is still retried. */
const stuckAfter = 3

/**
 * The queue of a user's messages: each conversation sends one message at a time, in order, and repeats it until the server
 * has confirmed it. The queue is stored, so that it survives a reload.
 */
export class Outbox {
  private readonly key: string
  private readonly send: Send
  private readonly stored: StoredItems
  private state: OutboxState
  private isStopped = false
  private readonly listeners = new Set<Listener>()
  private readonly sending = new Set<string>()
  /** Conversations that were resumed while a request was open, whose failure may already be outdated. */
  private readonly resumed = new Set<string>()
  private readonly failures = new Map<string, number>()
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>()

  constructor({ userId, send }: { userId: string; send: Send }) {
    this.key = `${draftPrefix}outbox.${userId}`
    this.send = send
    this.stored = storedItems(this.key)
    const none: ReadonlySet<string> = new Set()
    const places = { stuckConversationIds: none, unprovenConversationIds: none }
    this.state = { items: this.stored.read(), slowdownMessage: undefined, ...places }
    addEventListener('online', this.resumeAll)
    addEventListener('storage', this.onStorage)
  }

  readonly getSnapshot = (): OutboxState => this.state

  listen(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  /** Returns false when too many messages wait already. */
  add({ conversationId, content }: { conversationId: string; content: string }): boolean {
    if (this.state.items.length >= maxQueued) return false
    const createdAt = serverDate().toISOString()
    this.update((items) => withItem(items, { id: newIdempotencyKey(), conversationId, content, createdAt }))
    void this.pump(conversationId)
    return true
  }

  retry({ id, conversationId }: OutboxItem): void {
    this.update((items) => withRetry(items, id))
    clearTimeout(this.timers.get(conversationId))
    this.timers.delete(conversationId)
    void this.pump(conversationId)
  }

  discard(id: string): void {
    this.update((items) => withoutItems(items, new Set([id])))
  }

  /** Removes messages that the server has stored although their response was lost. */
  removeStored(ids: ReadonlySet<string>): void {
    if (this.state.items.some(({ id }) => ids.has(id))) this.update((items) => withoutItems(items, ids))
  }

  readonly resumeAll = (): void => {
    this.clearTimers()
    for (const conversationId of this.sending) this.resumed.add(conversationId)
    for (const { conversationId } of this.state.items) void this.pump(conversationId)
  }

  readonly stop = (): void => {
    this.isStopped = true
    this.clearTimers()
    removeEventListener('online', this.resumeAll)
    removeEventListener('storage', this.onStorage)
  }

  /** Another tab has changed the queue. */
  private readonly onStorage = (event: StorageEvent): void => {
    if (event.key !== this.key) return
    this.set({ items: this.stored.read() })
    for (const { conversationId } of this.state.items) void this.pump(conversationId)
  }

  private clearTimers(): void {
    for (const timer of this.timers.values()) clearTimeout(timer)
    this.timers.clear()
  }

  private set(next: Partial<OutboxState>): void {
    this.state = { ...this.state, ...next }
    for (const listener of this.listeners) listener.onChange()
  }

  /** Another tab may have changed the stored queue, so it is read before each change. */
  private update(change: (items: readonly OutboxItem[]) => OutboxItem[]): void {
    const items = change(this.stored.read())
    this.stored.write(items)
    this.set({ items })
  }

  private async pump(conversationId: string): Promise<void> {
    if (this.isStopped || this.sending.has(conversationId) || this.timers.has(conversationId)) return
    const item = nextOf(this.state.items, conversationId)
    if (!item) return
    this.sending.add(conversationId)
    try {
      await withLock(`${this.key}.${conversationId}`, () => this.sendOne(item))
    } finally {
      this.sending.delete(conversationId)
      this.resumed.delete(conversationId)
    }
    void this.pump(conversationId)
  }

  private async sendOne(item: OutboxItem): Promise<void> {
    if (this.isStopped) return
    if (nextOf(this.stored.read(), item.conversationId)?.id !== item.id) {
      // Another tab has sent it while this one waited for its turn.
      this.set({ items: this.stored.read() })
      return
    }
    const { conversationId } = item
    try {
      const message = await this.send(item)
      if (this.isStopped) return
      this.failures.delete(conversationId)
      for (const listener of this.listeners) listener.onSent({ item, message })
      this.update((items) => withoutItems(items, new Set([item.id])))
      this.set({
        slowdownMessage: undefined,
        stuckConversationIds: without(this.state.stuckConversationIds, conversationId),
        unprovenConversationIds: without(this.state.unprovenConversationIds, conversationId),
      })
    } catch (error) {
      if (!this.isStopped) this.handleFailure({ item, error })
    }
  }

  private handleFailure({ item: { id, conversationId }, error }: { item: OutboxItem; error: unknown }): void {
    const attempts = (this.failures.get(conversationId) ?? 0) + 1
    this.failures.set(conversationId, attempts)
    const outcome = outcomeOf({ ...responseOf(error), code: errorCode(error), message: errorMessage(error), attempts })
    if (outcome.kind === 'stop') this.stop()
    else if (outcome.kind === 'refused') {
      this.failures.delete(conversationId)
      this.update((items) => withRefusal(items, id, outcome.reason))
    } else {
      // Without a network it is no surprise that the message waits.
      const isStuck = outcome.reason === undefined && !outcome.isExpected && attempts >= stuckAfter && navigator.onLine
      const { stuckConversationIds, unprovenConversationIds } = this.state
      this.set({
        slowdownMessage: outcome.reason,
        stuckConversationIds: withOrWithout(stuckConversationIds, conversationId, isStuck),
        unprovenConversationIds: withOrWithout(unprovenConversationIds, conversationId, outcome.isExpected === true),
      })
      // The address may have been confirmed, or the network may be back, after the server or the browser refused this request.
      const isOutdated = this.resumed.has(conversationId) && outcome.reason === undefined
      if (!isOutdated) this.pause(conversationId, outcome.ms)
    }
  }

  private pause(conversationId: string, ms: number): void {
    const resume = () => {
      this.timers.delete(conversationId)
      void this.pump(conversationId)
    }
    this.timers.set(conversationId, setTimeout(resume, ms * (1 + Math.random() / 4)))
  }
}

function without(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  return new Set([...set].filter((each) => each !== value))
}

const withOrWithout = (set: ReadonlySet<string>, value: string, isIn: boolean): ReadonlySet<string> =>
  isIn ? new Set([...set, value]) : without(set, value)

function responseOf(error: unknown): { status: number | undefined; retryAfterSeconds: number | undefined } {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: { retryAfterSeconds?: unknown } }
  const seconds = data?.retryAfterSeconds
  return {
    status: typeof status === 'number' ? status : undefined,
    retryAfterSeconds: typeof seconds === 'number' ? seconds : undefined,
  }
}

let current: { userId: string; outbox: Outbox } | undefined

/** The queue of the signed-in user, which continues to send after the user leaves the screen. */
export function outboxOf({ userId, send }: { userId: string; send: Send }): Outbox {
  if (current?.userId !== userId) {
    current?.outbox.stop()
    current = { userId, outbox: new Outbox({ userId, send }) }
  }
  return current.outbox
}

onSignOut(() => {
  current?.outbox.stop()
  current = undefined
})

type StoredItems = { read(): OutboxItem[]; write(items: OutboxItem[]): void }

/** The queue in the browser's storage, or only in memory while that is full or forbidden. */
function storedItems(key: string): StoredItems {
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
