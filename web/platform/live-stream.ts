import type { LiveEvent } from '#contract/live.ts'

import { clientOfThisSide } from './api.ts'
import { startStopwatch } from './server-time.ts'

/** `lost`: several attempts have failed. Screens must then refetch to see changes. */
export type LiveStatus = 'connecting' | 'open' | 'lost'

export type LiveReceiver = { onEvent(event: LiveEvent): void; onStatus(status: LiveStatus): void }

const firstPauseMs = 500
const longestPauseMs = 30_000
/** The server sends something every 15 seconds. A stream whose network is gone stays silent instead of ending. */
const longestSilenceMs = 45_000
/** It says `ready` as soon as it is open: a proxy that collects responses lets nothing through. */
const longestOpeningMs = 15_000
/** A tab that becomes visible again may have been suspended: it need not wait for the rest of the longest silence. */
const suspectSilenceMs = 20_000

/**
 * Receives the events of the signed-in user and reconnects whenever the connection ends. `after` returns the position of the
 * last event, from which each connection resumes. @returns a function that ends it
 */
export function openLiveStream({
  onEvent,
  onStatus,
  after,
}: LiveReceiver & { after(): string | undefined }): () => void {
  let stream: AbortController | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let silentMs = startStopwatch()
  /** Attempts without an event, one after the other. */
  let failures = 0

  function disconnect(): void {
    clearTimeout(silence)
    stream?.abort()
    stream = undefined
  }

  function reconnect(): void {
    disconnect()
    stream = new AbortController()
    void receiveEvents(stream.signal)
  }

  function waitFor(ms: number): void {
    silentMs = startStopwatch()
    clearTimeout(silence)
    silence = setTimeout(() => {
      fail()
      reconnect()
    }, ms)
  }

  function fail(): void {
    failures += 1
    // After one failure the status stays: a restarting server is usually available again by the next attempt.
    if (failures > 1) onStatus('lost')
  }

  async function receiveEvents(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const position = after()
      waitFor(longestOpeningMs)
      try {
        const events = await clientOfThisSide().live.stream(position === undefined ? {} : { after: position }, {
          signal,
        })
        for await (const event of events) {
          if (signal.aborted) return
          failures = 0
          waitFor(longestSilenceMs)
          onStatus('open')
          onEvent(event)
        }
      } catch {
        // Every failure leads to another attempt.
      }
      if (signal.aborted) return
      clearTimeout(silence)
      fail()
      await pause({ ms: Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)), signal })
    }
  }

  /** A browser may report no network although there is one: the next attempt tells. */
  function onOffline(): void {
    onStatus('lost')
    reconnect()
  }

  function onVisibilityChange(): void {
    if (!document.hidden && stream && silentMs() > suspectSilenceMs) reconnect()
  }

  document.addEventListener('visibilitychange', onVisibilityChange)
  addEventListener('offline', onOffline)
  addEventListener('online', reconnect)
  reconnect()
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    removeEventListener('offline', onOffline)
    removeEventListener('online', reconnect)
    disconnect()
  }
}

/** Jitter, so that not every client reconnects simultaneously. */
function pause({ ms, signal }: { ms: number; signal: AbortSignal }): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms * (0.75 + Math.random() / 2))
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
