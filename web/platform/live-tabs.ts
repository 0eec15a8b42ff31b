import type { LiveEvent } from '#contract/live.ts'
import { type LiveReceiver, type LiveStatus, openLiveStream } from './live-stream.ts'

/** Of the lock that the tab with the stream holds, and of the channel between the tabs. */
const sharedName = 'senda.live'
/** A tab with the stream replies in milliseconds, unless the browser has suspended it. */
const replyWithinMs = 2000

/** `hello`: a tab asks for the status. `welcome`: the reply of the tab with the stream. */
type Message =
  | { type: 'hello' }
  | { type: 'welcome'; status: LiveStatus; position: string | undefined }
  | { type: 'event'; event: LiveEvent }
  | { type: 'status'; status: LiveStatus }

/**
 * One stream for all tabs of the browser: the tab that holds a lock has it and forwards its events to the others. When that tab
 * closes, another takes the lock and resumes after the last event that it received. @returns a function that ends it
 */
export function shareLiveStream({ onEvent, onStatus }: LiveReceiver): () => void {
  let position: string | undefined
  const receiver: PlacedReceiver = {
    onEvent(event) {
      position = event.position ?? position
      onEvent(event)
    },
    onStatus,
    after: () => position,
    moveTo(next) {
      position = next ?? position
    },
  }
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return openLiveStream(receiver)
  return shareOverChannel(receiver)
}

type PlacedReceiver = LiveReceiver & {
  /** The position of the last event that was received. */
  after(): string | undefined
  moveTo(position: string | undefined): void
}

function shareOverChannel({ onEvent, onStatus, after, moveTo }: PlacedReceiver): () => void {
  const channel = new BroadcastChannel(sharedName)
  const send = (message: Message): void => channel.postMessage(message)
  let status: LiveStatus = 'connecting'
  let closeStream: (() => void) | undefined
  let patience: ReturnType<typeof setTimeout> | undefined

  function setStatus(next: LiveStatus): void {
    status = next
    onStatus(next)
  }

  const turns = createTurns({
    begin() {
      stopWaiting()
      closeStream = openLiveStream({
        after,
        onEvent(event) {
          onEvent(event)
          send({ type: 'event', event })
        },
        onStatus(next) {
          if (next !== status) send({ type: 'status', status: next })
          setStatus(next)
        },
      })
    },
    end() {
      closeStream?.()
      closeStream = undefined
    },
  })

  /** For the reply of the tab with the stream. */
  function stopWaiting(): void {
    clearTimeout(patience)
    patience = undefined
  }

  function askForStatus(): void {
    if (closeStream) return
    send({ type: 'hello' })
    stopWaiting()
    patience = setTimeout(() => void turns.take({ steal: true }), replyWithinMs)
  }

  function onVisibilityChange(): void {
    if (!document.hidden) askForStatus()
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'event') onEvent(data.event)
    else if (data.type === 'status') setStatus(data.status)
    else if (data.type === 'hello') {
      if (closeStream) send({ type: 'welcome', status, position: after() })
    } else if (patience !== undefined) {
      stopWaiting()
      // What this tab reads from now on is at least as new.
      moveTo(data.position)
      setStatus(data.status)
      // As after connecting: what this tab has read may be older than the stream.
      if (data.status === 'open') onEvent({ about: 'ready', isResumed: false })
    }
  }
  document.addEventListener('visibilitychange', onVisibilityChange)
  void turns.take({ steal: false })
  askForStatus()

  return () => {
    channel.onmessage = null
    stopWaiting()
    document.removeEventListener('visibilitychange', onVisibilityChange)
    turns.stop()
    channel.close()
  }
}

/** Calls `begin` once this tab has the lock, and `end` when it loses it to another tab or stops. */
function createTurns({ begin, end }: { begin(): void; end(): void }) {
  let turn = new AbortController()

  /** Waits for the lock, or takes it from the tab that has it. */
  async function take({ steal }: { steal: boolean }): Promise<void> {
    turn.abort()
    turn = new AbortController()
    const { signal } = turn
    let hasBegun = false
    const hold = (): Promise<void> => {
      hasBegun = true
      begin()
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
    }
    try {
      await navigator.locks.request(sharedName, steal ? { steal } : { signal }, hold)
    } catch {
      // Another tab took the lock, or this one no longer waits for it. A browser that refuses locks gives each tab a stream.
      if (!hasBegun && !signal.aborted) begin()
      if (!hasBegun) return
    }
    if (signal.aborted) return
    end()
    void take({ steal: false })
  }

  return {
    take,
    stop(): void {
      turn.abort()
      end()
    },
  }
}
