import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ChatMessage, Conversation } from '#contract/conversations.ts'
import { useApi } from '#web/platform/api.ts'
import { startStopwatch } from '#web/platform/server-time.ts'
import { useToday } from '#web/platform/use-now.ts'
import { ZoneNote } from '#web/platform/zone-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import ArrowDown from '~icons/lucide/arrow-down'
import { useRefreshConversations } from '../api/refresh-conversations.ts'
import { hasOlder, type KnownMessages } from '../delivery/message-pages.ts'
import type { MessageStore } from '../delivery/message-store.ts'
import type { Outbox, OutboxState } from '../delivery/outbox.ts'
import { dayHeading } from '../message-words.ts'
import { MessageBubble, WaitingBubble } from './message-bubble.tsx'
import { lastSeen, rowsOf } from './message-rows.ts'
import { useScrollPlace } from './use-scroll-place.ts'

const minIntervalMs: number = 1000

const isPageSeen = () => document.visibilityState === 'visible' && document.hasFocus()

type Props = {
  conversation: Conversation
  known: KnownMessages
  isLoadingOlder: boolean
  store: MessageStore
  outbox: Outbox
  queue: OutboxState
  isTyping: boolean
  /** The first message waits until the user's address is confirmed. */
  awaitsProof: boolean
  onReport: (message: ChatMessage) => void
}

export function MessageList(props: Props) {
  const { conversation, known, isLoadingOlder, store, outbox, queue, isTyping, awaitsProof, onReport } = props
  const { items } = known
  const today = useToday()
  const firstUnread = useFirstUnread({ conversation, items })
  const stored = new Set(items.map(({ id }) => id))
  const waiting = queue.items.filter((item) => item.conversationId === conversation.id && !stored.has(item.id))
  const newest = items.at(-1)

  const onNearTop = useCallback(() => void store.loadOlder(), [store])
  const { scroller, isAtEnd, onScroll, toEnd } = useScrollPlace({
    firstId: items[0]?.id,
    lastId: `${newest?.id}/${waiting.map(({ id, refusal }) => `${id}${refusal}`).join()}/${isTyping}/${known.otherReadNumber}`,
    onNearTop,
  })
  const received = items.findLast(({ senderType }) => senderType !== conversation.side)?.number ?? 0
  useReadMark({ conversation, number: received, isAtEnd })
  const hasNews = !isAtEnd && received > conversation.readNumber
  const seen = lastSeen(items, { side: conversation.side, otherReadNumber: known.otherReadNumber })

  return (
    <div className="relative min-h-0 grow">
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus it would not scroll by keyboard
        tabIndex={0}
        aria-label={`Mensajes con ${conversation.other.name}`}
        onScroll={onScroll}
        className="absolute inset-0 overflow-y-auto overscroll-contain px-3 pb-3 -outline-offset-3 [overflow-anchor:none] sm:px-4"
      >
        {hasOlder(known) && <OlderMessages isLoading={isLoadingOlder} onLoad={onNearTop} />}
        {items.length + waiting.length === 0 && <FirstMessage name={conversation.other.name} />}
        <ZoneNote instants={items.map(({ createdAt }) => createdAt)} className="py-2 text-center">
          <ol className="flex flex-col">
            {rowsOf(items, firstUnread).map((row) => {
              if (row.kind === 'day') return <Separator key={row.id} text={dayHeading({ ...row, today })} />
              if (row.kind === 'unread') return <UnreadSeparator key={row.id} />
              return (
                <MessageBubble
                  key={row.id}
                  {...row}
                  isOurs={row.message.senderType === conversation.side}
                  otherName={conversation.other.name}
                  isLastSeen={row.id === seen}
                  onReport={onReport}
                />
              )
            })}
            {waiting.map((item, at) => (
              <WaitingBubble
                key={item.id}
                item={item}
                startsGroup={at === 0}
                awaitsProof={awaitsProof}
                isStuck={queue.stuckConversationIds.has(item.conversationId)}
                onRetry={() => outbox.retry(item)}
                onDiscard={() => outbox.discard(item.id)}
              />
            ))}
          </ol>
        </ZoneNote>
        {isTyping && (
          <p role="status" className="mt-2 animate-breathe px-1 text-sm text-ink-soft">
            Escribiendo…
          </p>
        )}
      </section>
      {hasNews && <NewMessagesButton onPress={toEnd} />}
      <Announcement message={newest} />
    </div>
  )
}

/** The number of the first message that was unread when the conversation was opened, until it is opened again. */
function useFirstUnread({
  conversation: { side, readNumber },
  items,
}: {
  conversation: Conversation
  items: readonly ChatMessage[]
}): number | undefined {
  const [firstUnread] = useState(
    () => items.find(({ number, senderType }) => number > readNumber && senderType !== side)?.number,
  )
  return firstUnread
}

function OlderMessages({ isLoading, onLoad }: { isLoading: boolean; onLoad: () => void }) {
  return (
    <div className="flex justify-center py-3">
      {isLoading ? (
        <Spinner label="Cargando mensajes anteriores" />
      ) : (
        <Button variant="quiet" size="small" onClick={onLoad}>
          Mensajes anteriores
        </Button>
      )}
    </div>
  )
}

function NewMessagesButton({ onPress }: { onPress: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      <Button
        size="small"
        icon={<ArrowDown aria-hidden="true" className="size-4" />}
        onClick={onPress}
        className="pointer-events-auto shadow-float"
      >
        Mensajes nuevos
      </Button>
    </div>
  )
}

function FirstMessage({ name }: { name: string }) {
  return (
    <p className="mx-auto max-w-[29.5em] py-10 text-center text-ink-soft">
      {`Escribe el primer mensaje para ${name}. Cuéntale en pocas palabras qué necesitas.`}
    </p>
  )
}

function Separator({ text }: { text: string }) {
  return (
    <li className="mt-4 self-center rounded-full border border-line bg-panel px-3 py-0.5 text-sm text-ink-soft">
      {text}
    </li>
  )
}

function UnreadSeparator() {
  return (
    <li data-unread="" className="mt-4 flex items-center gap-3 text-sm font-medium text-clay-strong">
      <span aria-hidden="true" className="h-px grow bg-line" />
      Mensajes nuevos
      <span aria-hidden="true" className="h-px grow bg-line" />
    </li>
  )
}

/** Lets screen readers announce messages that arrive; as a live region, the list would also announce older ones. */
function Announcement({ message }: { message: ChatMessage | undefined }) {
  const [numberAtOpening] = useState(message?.number ?? 0)
  const isNews = message !== undefined && message.number > numberAtOpening && !message.isOwn
  return (
    <p role="status" className="sr-only">
      {isNews && `${message.senderName}: ${message.content}`}
    </p>
  )
}

/** Marks the messages up to `number` as read while the reader sees the end of the conversation. */
function useReadMark({
  conversation: { id: conversationId, readNumber },
  number,
  isAtEnd,
}: {
  conversation: Pick<Conversation, 'id' | 'readNumber'>
  number: number
  isAtEnd: boolean
}): void {
  const { api } = useApi()
  const refresh = useRefreshConversations()
  const isSeen = useIsSeen()
  const marked = useRef({ number: readNumber, sinceMs: () => minIntervalMs })

  useEffect(() => {
    if (!isSeen || !isAtEnd || number <= Math.max(readNumber, marked.current.number)) return undefined
    const wait = Math.max(0, minIntervalMs - marked.current.sinceMs())
    async function mark(): Promise<void> {
      const before = marked.current.number
      marked.current = { number, sinceMs: startStopwatch() }
      try {
        await api.conversations.markRead({ conversationId, number })
        await refresh([conversationId])
      } catch {
        // The next message, or the next time that the window is seen, marks these too.
        marked.current = { number: before, sinceMs: startStopwatch() }
      }
    }
    const timer = setTimeout(() => void mark(), wait)
    return () => clearTimeout(timer)
  }, [api, refresh, conversationId, readNumber, number, isAtEnd, isSeen])
}

/** Whether the user looks at this page: it is visible and has the focus. */
function useIsSeen(): boolean {
  return useSyncExternalStore(subscribe, isPageSeen, () => false)
}

function subscribe(onChange: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener('visibilitychange', onChange, { signal })
  addEventListener('focus', onChange, { signal })
  addEventListener('blur', onChange, { signal })
  return () => listening.abort()
}
