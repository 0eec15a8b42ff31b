/** A message that the user has sent and the server has not confirmed. The browser chooses the `id`. */
export type OutboxItem = {
  id: string
  conversationId: string
  content: string
  /** The text is an ISO instant. */
  createdAt: string
  /** Why the server refused it. A message without a refusal is sent as soon as possible. */
  refusal?: string | undefined
}

/** Keeps the queue from filling the browser's storage. */
export const maxQueued = 200

/** The next message to send in a conversation, in the order in which they were written. */
export function nextOf(items: readonly OutboxItem[], conversationId: string): OutboxItem | undefined {
  return items.find((item) => item.conversationId === conversationId && item.refusal === undefined)
}

export const withItem = (items: readonly OutboxItem[], item: OutboxItem): OutboxItem[] =>
  items.some(({ id }) => id === item.id) ? [...items] : [...items, item]

export const withoutItems = (items: readonly OutboxItem[], ids: ReadonlySet<string>): OutboxItem[] =>
  items.filter(({ id }) => !ids.has(id))

export const withRefusal = (items: readonly OutboxItem[], id: string, refusal: string): OutboxItem[] =>
  items.map((item) => (item.id === id ? { ...item, refusal } : item))

/** Queues a refused message again, after those that already wait. */
export function withRetry(items: readonly OutboxItem[], id: string): OutboxItem[] {
  const item = items.find((each) => each.id === id)
  if (item?.refusal === undefined) return [...items]
  return [...items.filter((each) => each.id !== id), { ...item, refusal: undefined }]
}

/** Reads the stored queue. Any program on this device may have written it. */
export function parseItems(text: string | null): OutboxItem[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text ?? '[]')
  } catch {
    return []
  }
  return Array.isArray(parsed) ? parsed.filter(isItem).slice(0, maxQueued) : []
}

function isItem(value: unknown): value is OutboxItem {
  if (typeof value !== 'object' || value === null) return false
  const { id, conversationId, content, createdAt, refusal } = value as Record<string, unknown>
  if (refusal !== undefined && typeof refusal !== 'string') return false
  return [id, conversationId, content, createdAt].every((each) => typeof each === 'string')
}

export type Outcome =
  /** `isExpected`: the screen says why it waits. */
  | { kind: 'wait'; ms: number; reason?: string; isExpected?: true }
  /** The session is over; the queue is deleted with it. */
  | { kind: 'stop' }
  | { kind: 'refused'; reason: string }

const firstPauseMs = 1000
const longestPauseMs = 30_000
/** The chat sends it earlier when it reads that the address was confirmed. */
const proofPauseMs = 60_000

type Failure = {
  status: number | undefined
  code?: string | undefined
  message: string
  retryAfterSeconds: number | undefined
  attempts: number
}

/** What to do after a failed request. `status`: undefined when there was no response. `attempts`: failures in a row. */
export function outcomeOf({ status, code, message, retryAfterSeconds, attempts }: Failure): Outcome {
  if (code === 'conversations.email_unverified') return { kind: 'wait', ms: proofPauseMs, isExpected: true }
  if (status === 429) return { kind: 'wait', ms: (retryAfterSeconds ?? 10) * 1000, reason: message }
  if (status === 401) return { kind: 'stop' }
  if (status === undefined || status >= 500) {
    return { kind: 'wait', ms: Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1)) }
  }
  return { kind: 'refused', reason: message }
}
