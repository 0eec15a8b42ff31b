import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { LiveEvent } from '#contract/live.ts'
import { minuteMs } from '#web/platform/durations.ts'

import { clientOfThisSide } from './api.ts'

/** `lost`: several attempts have failed. Screens must then refetch to see changes. */
export type LiveStatus = 'connecting' | 'open' | 'lost'

const firstPauseMs = 500
const longestPauseMs = 30_000
/** A tab that has been hidden this long disconnects, because a browser allows few connections to one server. */
const disconnectAfterHiddenMs = minuteMs

let status: LiveStatus = 'connecting'
let stream: AbortController | undefined
let hiddenTimer: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()
const listeners = new Set<(event: LiveEvent) => void>()

/**
 * Calls `onEvent` for every change that concerns the signed-in user, over the tab's only stream. `ready` follows
 * every (re)connection: changes before it must be refetched.
 */
export function useLive(onEvent: (event: LiveEvent) => void): LiveStatus {
  const notify = useEffectEvent(onEvent)
  useEffect(() => listen((event) => notify(event)), [])
  return useSyncExternalStore(
    watch,
    () => status,
    () => 'connecting' as const,
  )
}

function listen(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) begin()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) end()
  }
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function setStatus(next: LiveStatus): void {
  if (status === next) return
  status = next
  for (const watcher of watchers) watcher()
}

function begin(): void {
  document.addEventListener('visibilitychange', onVisibilityChange)
  addEventListener('offline', onOffline)
  addEventListener('online', reconnect)
  if (!stream) reconnect()
}

function end(): void {
  document.removeEventListener('visibilitychange', onVisibilityChange)
  removeEventListener('offline', onOffline)
  removeEventListener('online', reconnect)
  clearTimeout(hiddenTimer)
  disconnect()
  setStatus('connecting')
}

function onVisibilityChange(): void {
  clearTimeout(hiddenTimer)
  if (document.hidden) hiddenTimer = setTimeout(disconnect, disconnectAfterHiddenMs)
  else if (!stream) reconnect()
}

/** A stream that loses its network stays silent instead of ending. */
function onOffline(): void {
  disconnect()
  setStatus('lost')
}

function disconnect(): void {
  stream?.abort()
  stream = undefined
}

function reconnect(): void {
  disconnect()
  stream = new AbortController()
  void receiveEvents(stream.signal)
}

async function receiveEvents(signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      for await (const event of await clientOfThisSide().live.stream({}, { signal })) {
        if (signal.aborted) return
        failures = 0
        setStatus('open')
        for (const listener of listeners) listener(event)
      }
    } catch {
      // Every failure leads to another attempt.
    }
    if (signal.aborted) return
    failures += 1
    // After one failure the status stays: a restarting server is usually available again by the next attempt.
    if (failures > 1) setStatus('lost')
    await pause({ ms: Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)), signal })
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
