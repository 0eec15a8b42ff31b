import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatMessage } from '#contract/conversations.ts'
import type { LiveEvent } from '#contract/live.ts'
import { newId } from '#server/platform/ids.ts'

type ClientInput = {
  conversationId: string
  bearer: string
  /** The visitor's network address, for the limits by address. */
  address: string
  /** The server for the next request: another one after each failure. */
  serverUrl(): string
}

type Page = { items: ChatMessage[]; lastNumber: number }

/**
 * One side of a conversation, as a browser handles it: it repeats each message with the same id until the server confirms it,
 * and requests what follows its last number after every live event and every reconnection.
 */
export function createChatClient({ conversationId, bearer, address, serverUrl }: ClientInput) {
  const ended = new AbortController()
  /** In the order of arrival. */
  const received: ChatMessage[] = []
  /** The number that the server confirmed for each message. */
  const acknowledged = new Map<string, number>()
  const headers = {
    authorization: `Bearer ${bearer}`,
    'content-type': 'application/json',
    'x-forwarded-for': address,
  }
  const path = `/api/v1/conversations/${conversationId}/messages`
  let stream = new AbortController()
  let position: string | undefined
  let isReading = false
  let hasNews = false

  async function read(): Promise<void> {
    hasNews = true
    if (isReading) return
    isReading = true
    while (hasNews && !ended.signal.aborted) {
      hasNews = false
      const after = received.at(-1)?.number ?? 0
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(10_000)])
      const page = await fetch(`${serverUrl()}${path}?after=${after}&limit=200`, { headers, signal })
        .then((response) => (response.ok ? (response.json() as Promise<Page>) : undefined))
        .catch(() => undefined)
      if (page) received.push(...page.items)
      else await sleep(200)
      if (!page || (received.at(-1)?.number ?? 0) < page.lastNumber) hasNews = true
    }
    isReading = false
  }

  async function follow(): Promise<void> {
    while (!ended.signal.aborted) {
      stream = new AbortController()
      const signal = AbortSignal.any([ended.signal, stream.signal])
      const query = position === undefined ? '' : `?after=${position}`
      try {
        const response = await fetch(`${serverUrl()}/api/v1/live${query}`, { headers, signal })
        for await (const event of eventsOf(response)) {
          position = event.position ?? position
          const isNews = event.about === 'conversation' && event.lastNumber > (received.at(-1)?.number ?? 0)
          if (isNews || (event.about === 'ready' && !event.isResumed)) void read()
        }
      } catch {
        // Every failure leads to another attempt.
      }
      if (!ended.signal.aborted) await sleep(100)
    }
  }

  void follow()
  return {
    received,
    acknowledged,
    async send(content: string): Promise<void> {
      const id = newId()
      acknowledged.set(id, await sendUntilAcknowledged({ url: () => serverUrl() + path, headers, id, content }))
    },
    /** Closes the connection, as a broken network does. */
    drop: () => stream.abort(),
    end: () => ended.abort(),
  }
}

type UnsentMessage = { url: () => string; headers: Record<string, string>; id: string; content: string }

/** @returns the number that the server gave the message */
async function sendUntilAcknowledged({ url, headers, id, content }: UnsentMessage): Promise<number> {
  const body = JSON.stringify({ id, content })
  for (;;) {
    const signal = AbortSignal.timeout(10_000)
    const response = await fetch(url(), { method: 'POST', headers, body, signal }).catch(() => undefined)
    const stored = (await response?.json().catch(() => undefined)) as ChatMessage | undefined
    if (response?.status === 201 && stored) return stored.number
    if (response && response.status < 500 && response.status !== 429) {
      throw new Error(`a message was refused: ${response.status} ${JSON.stringify(stored)}`)
    }
    await sleep(response?.status === 429 ? 1000 : 200)
  }
}

async function* eventsOf(response: Response): AsyncGenerator<LiveEvent> {
  if (!response.ok || !response.body) throw new Error(`the stream was refused: ${response.status}`)
  const decoder = new TextDecoder()
  let unread = ''
  for await (const chunk of response.body) {
    const events = (unread + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n')
    unread = events.pop() ?? ''
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data: '))
      if (data) yield JSON.parse(data.slice('data: '.length)) as LiveEvent
    }
  }
}
