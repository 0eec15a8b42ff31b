import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { LiveEvent } from '#contract/live.ts'
import { minuteMs } from './durations.ts'
import type { LiveStatus } from './live-stream.ts'
import { shareLiveStream } from './live-tabs.ts'

export type { LiveStatus } from './live-stream.ts'

const refetchWithoutLiveMs = minuteMs

let status: LiveStatus = 'connecting'
let refetching: ReturnType<typeof setInterval> | undefined
let end: (() => void) | undefined
const watchers = new Set<() => void>()
const listeners = new Set<(event: LiveEvent) => void>()

/**
 * Calls `onEvent` for every change that concerns the signed-in user, over the browser's only stream. After `ready`, changes
 * before it must be refetched, unless it `isResumed`. While the stream is lost, `ready` arrives once a minute.
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
  end ??= shareLiveStream({ onEvent: tell, onStatus: setStatus })
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    end?.()
    end = undefined
    setStatus('connecting')
  }
}

function tell(event: LiveEvent): void {
  for (const each of listeners) each(event)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function setStatus(next: LiveStatus): void {
  if (status === next) return
  status = next
  clearInterval(refetching)
  if (next === 'lost') refetching = setInterval(() => tell({ about: 'ready', isResumed: false }), refetchWithoutLiveMs)
  for (const watcher of watchers) watcher()
}
