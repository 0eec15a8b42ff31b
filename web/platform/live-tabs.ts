import type { LiveEvent } from '#contract/live.ts'
import { type LiveReceiver, type LiveStatus, openLiveStream } from './live-stream.ts'

/** Of the lock that the tab with the stream holds, and of the channel between the tabs. */
const sharedName = 'senda.live'
/** A tab with the stream replies in milliseconds, unless the browser has suspended it. */
const replyWithinMs = 2000

/** `hello`: a tab asks for the status. `welcome`: the reply of the tab with the stream. */
type Message =
  | { type: 'hello' }
  | { type: 'welcome'; status: LiveStatus }
  | { type: 'event'; event: LiveEvent }
  | { type: 'status'; status: LiveStatus }

/**
 * One stream for all tabs of the browser: the tab that holds a lock has it and forwards its events to the others. When that tab
 * closes, another takes the lock and resumes after the last event that it received. @returns a function that ends it
 */
export function shareLiveStream({ onEvent, onStatus }: LiveReceiver): () => void {
  let position: string | undefined
  const receive = (event: LiveEvent): void => {
    position = event.position ?? position
    onEvent(event)
  }
  const after = () => position
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) {
    return openLiveStream({ onEvent: receive, onStatus, after })
  }

  const channel = new BroadcastChannel(sharedName)
  const send = (message: Message): void => channel.postMessage(message)
  let status: LiveStatus = 'connecting'
  let closeStream: (() => void) | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  let waiting = new AbortController()
  let hasEnded = false

  function setStatus(next: LiveStatus): void {
    status = next
    onStatus(next)
  }

  /** Called once this tab has the lock, which it keeps until the promise settles. */
  function lead(): Promise<void> {
    clearTimeout(patience)
    closeStream = openLiveStream({
      after,
      onEvent(event) {
        receive(event)
        send({ type: 'event', event })
      },
      onStatus(next) {
        if (next !== status) send({ type: 'status', status: next })
        setStatus(next)
      },
    })
    return new Promise((resolve) => waiting.signal.addEventListener('abort', () => resolve()))
  }

  async function takeTurns({ steal }: { steal: boolean }): Promise<void> {
    waiting.abort()
    waiting = new AbortController()
    const { signal } = waiting
    let hasLed = false
    try {
      await navigator.locks.request(sharedName, steal ? { steal } : { signal }, () => {
        hasLed = true
        return lead()
      })
    } catch {
      // Another tab took the lock, or this one no longer waits for it. A browser that refuses locks gives each tab a stream.
      if (!hasLed && !signal.aborted) void lead()
      if (!hasLed) return
    }
    if (signal.aborted) return
    closeStream?.()
    closeStream = undefined
    void takeTurns({ steal: false })
  }

  function askForStatus(): void {
    if (closeStream) return
    send({ type: 'hello' })
    clearTimeout(patience)
    patience = setTimeout(() => void takeTurns({ steal: true }), replyWithinMs)
  }

  function onVisibilityChange(): void {
    if (!document.hidden) askForStatus()
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (hasEnded) return
    if (data.type === 'hello') {
      if (closeStream) send({ type: 'welcome', status })
    } else if (data.type === 'event') receive(data.event)
    else if (data.type === 'status') setStatus(data.status)
    else {
      clearTimeout(patience)
      setStatus(data.status)
      // As after connecting: what this tab has read may be older than the stream.
      if (data.status === 'open') onEvent({ about: 'ready', isResumed: false })
    }
  }
  document.addEventListener('visibilitychange', onVisibilityChange)
  void takeTurns({ steal: false })
  askForStatus()

  return () => {
    hasEnded = true
    clearTimeout(patience)
    document.removeEventListener('visibilitychange', onVisibilityChange)
    waiting.abort()
    closeStream?.()
    channel.close()
  }
}
