import type pg from 'pg'
import { z } from 'zod'
import type { Log } from './log.ts'

/** A notification of the database: its topic and the changed row's id. A client that may see the row fetches it. */
type LiveNotice = { topic: string; about: string; id: string }
/** `listening`: no later notice is missed. It comes first, and again after the connection was lost. */
export type LiveMessage = 'listening' | LiveNotice

type Subscription = AsyncIterableIterator<LiveMessage> & {
  /** Replaces the topics. */
  follow(topics: readonly string[]): void
}

/** Receives every notice. `lost`: notices may be missed until the next `listening`. */
export type LiveWatcher = (message: LiveMessage | 'lost') => void

export type Live = {
  /** Ends when `signal` aborts or Live is closed. */
  subscribe(input: { topics: readonly string[]; signal: AbortSignal }): Subscription
  /** For a part of the process that runs until Live is closed. */
  watch(watcher: LiveWatcher): void
  close(): Promise<void>
}

const channel = 'senda_live'
const notice = z.object({ topic: z.string(), about: z.string(), id: z.string() })
/** With more unread notices, the subscriber gets `listening` and refetches everything. */
const longestQueue = 200
const firstPauseMs = 50
const longestPauseMs = 5_000

type Listener = { receive(message: LiveMessage): void; end(): void }

/**
 * Notifies the subscribers of this process about changes in the database, made by any process. One connection of the pool
 * listens for all of them, from the first subscription or watcher on; a lost connection is replaced.
 */
export function createLive({ pool, log }: { pool: pg.Pool; log: Log }): Live {
  const listeners = new Set<Listener>()
  const watchers: LiveWatcher[] = []
  const connection = createConnection({ pool, log, onMessage: notifyAll, onLost: () => notifyWatchers('lost') })

  function notifyAll(message: LiveMessage): void {
    notifyWatchers(message)
    for (const listener of listeners) listener.receive(message)
  }

  function notifyWatchers(message: LiveMessage | 'lost'): void {
    for (const watcher of watchers) watcher(message)
  }

  return {
    subscribe({ topics, signal }) {
      const queue = createQueue({ topics, onEnd: () => listeners.delete(queue.listener) })
      if (signal.aborted || connection.isClosed()) {
        queue.listener.end()
        return queue.subscription
      }
      signal.addEventListener('abort', () => queue.listener.end(), { once: true })
      listeners.add(queue.listener)
      if (connection.isListening()) queue.listener.receive('listening')
      connection.open()
      return queue.subscription
    },
    watch(watcher) {
      watchers.push(watcher)
      if (connection.isListening()) watcher('listening')
      connection.open()
    },
    async close() {
      const closed = connection.close()
      for (const listener of [...listeners]) listener.end()
      await closed
    },
  }
}

type ConnectionInput = { pool: pg.Pool; log: Log; onMessage(message: LiveMessage): void; onLost(): void }

/** The connection that listens, replaced whenever it is lost. `open` is idempotent. */
function createConnection({ pool, log, onMessage, onLost }: ConnectionInput) {
  let running: Promise<void> | undefined
  let isListening = false
  let stopListening: (() => void) | undefined
  const closing = new AbortController()

  /** Listens until the connection is lost. */
  async function listen(): Promise<void> {
    const client = await pool.connect()
    const lost = Promise.withResolvers<Error | undefined>()
    const onNotification = ({ payload = '' }: pg.Notification): void => {
      const message = readNotice(payload)
      if (message) onMessage(message)
    }
    const onEnd = (): void => lost.resolve(new Error('the connection ended'))
    client.on('notification', onNotification)
    client.on('error', lost.resolve)
    client.on('end', onEnd)
    stopListening = () => lost.resolve(undefined)
    try {
      await client.query(`listen ${channel}`)
      if (closing.signal.aborted) return
      isListening = true
      onMessage('listening')
      const error = await lost.promise
      if (error) throw error
    } finally {
      if (isListening) onLost()
      isListening = false
      stopListening = undefined
      client.off('notification', onNotification)
      client.off('error', lost.resolve)
      client.off('end', onEnd)
      // Closed instead of given back to the pool, where it would still receive notifications.
      client.release(true)
    }
  }

  async function keepListening(): Promise<void> {
    let pauseMs = firstPauseMs
    while (!closing.signal.aborted) {
      const startedAt = performance.now()
      await listen().catch((error: unknown) => log.warn({ err: error }, 'the live connection was lost'))
      if (closing.signal.aborted) return
      if (performance.now() - startedAt > longestPauseMs) pauseMs = firstPauseMs
      await pause(pauseMs, closing.signal)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }

  return {
    isListening: () => isListening,
    isClosed: () => closing.signal.aborted,
    open(): void {
      if (!closing.signal.aborted) running ??= keepListening()
    },
    async close(): Promise<void> {
      closing.abort()
      stopListening?.()
      await running
    },
  }
}

/** The unread notices of one subscriber, each once. */
function createQueue(input: { topics: readonly string[]; onEnd(): void }): {
  listener: Listener
  subscription: Subscription
} {
  let topics = new Set(input.topics)
  let hasEnded = false
  let waiting: ((result: IteratorResult<LiveMessage>) => void) | undefined
  const unread = new Map<string, LiveMessage>()
  const done = { done: true, value: undefined } as const

  function end(): void {
    if (hasEnded) return
    hasEnded = true
    unread.clear()
    input.onEnd()
    waiting?.(done)
    waiting = undefined
  }

  function receive(message: LiveMessage): void {
    if (hasEnded || (message !== 'listening' && !topics.has(message.topic))) return
    if (waiting) {
      waiting({ done: false, value: message })
      waiting = undefined
      return
    }
    if (message === 'listening' || unread.size >= longestQueue) {
      unread.clear()
      unread.set('listening', 'listening')
      return
    }
    unread.set(`${message.topic} ${message.about} ${message.id}`, message)
  }

  const subscription: Subscription = {
    follow(next) {
      topics = new Set(next)
    },
    next() {
      if (hasEnded) return Promise.resolve(done)
      const [first] = unread
      if (first) {
        unread.delete(first[0])
        return Promise.resolve({ done: false, value: first[1] })
      }
      return new Promise((resolve) => (waiting = resolve))
    },
    return() {
      end()
      return Promise.resolve(done)
    },
    [Symbol.asyncIterator]: () => subscription,
  }
  return { listener: { receive, end }, subscription }
}

function readNotice(payload: string): LiveNotice | undefined {
  try {
    return notice.parse(JSON.parse(payload))
  } catch {
    // Any database client can send any text on a channel.
    return undefined
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
