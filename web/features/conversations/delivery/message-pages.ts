import type { ChatMessage } from '#contract/conversations.ts'

export type MessagePage = { items: readonly ChatMessage[]; lastNumber: number; otherReadNumber: number }

/** The messages that this browser knows, in order of their numbers and without a gap between them. */
export type KnownMessages = { items: readonly ChatMessage[]; otherReadNumber: number }

/** A longer gap is not filled: the newest page replaces the known messages, and older ones load when the reader scrolls up. */
const longestGap = 200

export const lastKnown = ({ items }: KnownMessages): number => items.at(-1)?.number ?? 0

export const hasOlder = ({ items }: KnownMessages): boolean => (items[0]?.number ?? 1) > 1

/** Which page to request when the conversation has messages up to `lastNumber`. */
export function toFetch(known: KnownMessages | undefined, lastNumber: number): 'nothing' | 'following' | 'newest' {
  if (known === undefined) return 'newest'
  const gap = lastNumber - lastKnown(known)
  if (gap <= 0) return 'nothing'
  return gap > longestGap || known.items.length === 0 ? 'newest' : 'following'
}

/** Joins a page that overlaps or touches the known messages; a page beyond a gap replaces them. */
export function withPage(known: KnownMessages | undefined, page: MessagePage): KnownMessages {
  const otherReadNumber = Math.max(known?.otherReadNumber ?? 0, page.otherReadNumber)
  const [first] = page.items
  if (!known || known.items.length === 0) return { items: page.items, otherReadNumber }
  if (!first) return { ...known, otherReadNumber }
  const last = page.items.at(-1) ?? first
  const touches = first.number <= lastKnown(known) + 1 && last.number >= (known.items[0]?.number ?? 1) - 1
  if (!touches) return last.number > lastKnown(known) ? { items: page.items, otherReadNumber } : known
  // The page is newer than what is known: staff may have removed a message since.
  const before = known.items.filter(({ number }) => number < first.number)
  const after = known.items.filter(({ number }) => number > last.number)
  return { items: [...before, ...page.items, ...after], otherReadNumber }
}

/** The response to a sent message. Beyond a gap it is left out, until the messages between are known. */
export function withSent(known: KnownMessages, message: ChatMessage): KnownMessages {
  if (message.number !== lastKnown(known) + 1) return known
  return { ...known, items: [...known.items, message] }
}

export function withOtherRead(known: KnownMessages, otherReadNumber: number): KnownMessages {
  return otherReadNumber > known.otherReadNumber ? { ...known, otherReadNumber } : known
}
