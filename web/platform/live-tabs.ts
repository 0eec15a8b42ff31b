import type { LiveEvent } from '#contract/live.ts'
import { firstLivePosition } from './live-position.ts'
import { type LiveReceiver, type LiveStatus, openLiveStream } from './live-stream.ts'
import { openTabChannel } from './tab-channel.ts'

/** The name of the lock that the tab with the stream holds, and of the channel between the tabs. */
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
  let position = firstLivePosition()
  const receiver: ResumableReceiver = {
    onEvent(event) {
      position = event.position ?? position
      onEvent(event)
    },
    onStatus,
    after: () => position,
    setPosition(next) {
      position = next ?? position
    },
  }
  // A browser without channels or locks has a stream for each tab.
  const channel = 'locks' in navigator ? openTabChannel(sharedName) : undefined
  return channel ? shareOverChannel({ ...receiver, channel }) : openLiveStream(receiver)
}

type ResumableReceiver = LiveReceiver & {
  after(): string | undefined
  setPosition(position: string | undefined): void
}

function shareOverChannel({
  channel,
  onEvent,
  onStatus,
  after,
  setPosition,
}: ResumableReceiver & { channel: BroadcastChannel }): () => void {
  const send = (message: Message): void => channel.postMessage(message)
  let status: LiveStatus = 'connecting'
  let closeStream: (() => void) | undefined
  let replyTimer: ReturnType<typeof setTimeout> | undefined

  function setStatus(next: LiveStatus): void {
    status = next
    onStatus(next)
  }

  const tabLock = createTabLock({
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

  function stopWaiting(): void {
    clearTimeout(replyTimer)
    replyTimer = undefined
  }

  function askForStatus(): void {
    if (closeStream) return
    send({ type: 'hello' })
    stopWaiting()
    replyTimer = setTimeout(() => void tabLock.take({ steal: true }), replyWithinMs)
  }

  function onVisibilityChange(): void {
    if (!document.hidden) askForStatus()
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'event') onEvent(data.event)
    else if (data.type === 'status') setStatus(data.status)
    else if (data.type === 'hello') {
      if (closeStream) send({ type: 'welcome', status, position: after() })
    } else if (replyTimer !== undefined) {
      stopWaiting()
      // What this tab fetches from now on is at least as new as this position.
      setPosition(data.position)
      setStatus(data.status)
      // As after connecting: the data of this tab may be older than the stream.
      if (data.status === 'open') onEvent({ about: 'ready', isResumed: false })
    }
  }
  document.addEventListener('visibilitychange', onVisibilityChange)
  void tabLock.take({ steal: false })
  askForStatus()

  return () => {
    channel.onmessage = null
    stopWaiting()
    document.removeEventListener('visibilitychange', onVisibilityChange)
    tabLock.stop()
    channel.close()
  }
}

/** Calls `begin` once this tab has the lock, and `end` when it loses it to another tab or stops. */
function createTabLock({ begin, end }: { begin(): void; end(): void }) {
  let waiting = new AbortController()

  /** Waits for the lock, or takes it from the tab that has it. */
  async function take({ steal }: { steal: boolean }): Promise<void> {
    waiting.abort()
    waiting = new AbortController()
    const { signal } = waiting
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
      waiting.abort()
      end()
    },
  }
}
