import type pg from 'pg'
import { z } from 'zod'
import type { Log } from './log.ts'

/**
 * A notice of the database: its topic and the changed row's id. A client that may see the row fetches it. `position` names the
 * transaction of the change, on every process alike; `detail` has numbers of the row, never its content.
 */
export type LiveNotice = { topic: string; about: string; id: string; position?: string | undefined; detail?: unknown }
/** `listening`: no later notice is missed. It comes first, and again after the connection was lost. */
export type LiveMessage = 'listening' | LiveNotice

/** Receives every notice. `lost`: notices may be missed until the next `listening`. `closed`: nothing follows. */
export type LiveWatcher = (message: LiveMessage | 'lost' | 'closed') => void

export type Live = {
  /** Watches for a part of the process that runs until Live is closed. */
  watch(watcher: LiveWatcher): void
  isListening(): boolean
  /**
   * The notices after the first one at `position`, which may repeat others of its transaction; undefined when it is unknown
   * here, so that notices may be missed.
   */
  listAfter(position: string): LiveNotice[] | undefined
  lastPosition(): string | undefined
  close(): Promise<void>
}

const channel = 'senda_live'
const notice = z.object({
  topic: z.string(),
  about: z.string(),
  id: z.string(),
  position: z.string().optional(),
  detail: z.unknown().optional(),
})
/** About 3 MB of events. A client that was away for longer than these cover fetches everything again. */
const rememberedNotices = 10_000
const firstPauseMs = 50
const longestPauseMs = 5_000

/**
 * Notifies the watchers of this process about changes in the database, made by any process. One connection of the pool listens
 * for all of them, from the first watcher on; a lost connection is replaced.
 */
export function createLive({ pool, log }: { pool: pg.Pool; log: Log }): Live {
  const watchers: LiveWatcher[] = []
  const history = createHistory()
  const connection = createConnection({ pool, log, onMessage: receive, onLost: () => notifyWatchers('lost') })

  function receive(message: LiveMessage): void {
    if (message === 'listening') history.clear()
    else history.add(message)
    notifyWatchers(message)
  }

  function notifyWatchers(message: Parameters<LiveWatcher>[0]): void {
    for (const watcher of watchers) watcher(message)
  }

  return {
    watch(watcher) {
      watchers.push(watcher)
      if (connection.isListening()) watcher('listening')
      connection.open()
    },
    isListening: connection.isListening,
    listAfter: history.listAfter,
    lastPosition: history.lastPosition,
    async close() {
      const closed = connection.close()
      notifyWatchers('closed')
      await closed
    },
  }
}

/** The newest notices, in the order of their commits, which is the same for every process. */
function createHistory() {
  let notices: LiveNotice[] = []
  /** The index of the first notice of each position, counted from the first notice ever added. */
  const indexes = new Map<string, number>()
  let dropped = 0

  return {
    clear(): void {
      dropped += notices.length
      notices = []
      indexes.clear()
    },
    add(message: LiveNotice): void {
      if (message.position === undefined) return
      if (!indexes.has(message.position)) indexes.set(message.position, dropped + notices.length)
      notices.push(message)
      if (notices.length < 2 * rememberedNotices) return
      for (const { position = '' } of notices.splice(0, rememberedNotices)) indexes.delete(position)
      dropped += rememberedNotices
    },
    listAfter(position: string): LiveNotice[] | undefined {
      const index = indexes.get(position)
      return index === undefined ? undefined : notices.slice(index - dropped + 1)
    },
    lastPosition: () => notices.at(-1)?.position,
  }
}

type ConnectionInput = { pool: pg.Pool; log: Log; onMessage(message: LiveMessage): void; onLost(): void }

/** The connection that listens, replaced whenever it is lost. `open` is idempotent. */
function createConnection({ pool, log, onMessage, onLost }: ConnectionInput) {
  let running: Promise<void> | undefined
  let isListening = false
  let stopListening: (() => void) | undefined
  const closing = new AbortController()

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
