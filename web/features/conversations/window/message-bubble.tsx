import { tokenize } from 'linkifyjs'
import { Fragment, type ReactNode } from 'react'
import type { ChatMessage } from '#contract/conversations.ts'
import { parseUrl } from '#contract/urls.ts'
import { formatTime } from '#web/platform/formats.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import CircleAlert from '~icons/lucide/circle-alert'
import Clock from '~icons/lucide/clock-3'
import Flag from '~icons/lucide/flag'
import type { OutboxItem } from '../delivery/outbox-items.ts'
import { awaitsProofText } from '../message-words.ts'

const bubbleClass = 'max-w-[85%] min-w-0 rounded-card px-3.5 py-2 lg:max-w-[75%]'
/** Line breaks stay, and an endless word breaks. */
const textClass = 'wrap-anywhere whitespace-pre-wrap'

type Props = {
  message: ChatMessage
  /** The caller's side sent the message. */
  isOurs: boolean
  /** The other side's name of now: a message keeps the one of when it was loaded. */
  otherName: string
  startsGroup: boolean
  endsGroup: boolean
  isLastSeen: boolean
  onReport: (message: ChatMessage) => void
}

export function MessageBubble({ message, isOurs, otherName, startsGroup, endsGroup, isLastSeen, onReport }: Props) {
  const isColleague = isOurs && !message.isOwn
  const author = isColleague ? message.senderName : isOurs ? 'Tú' : otherName
  return (
    <Row isOurs={isOurs} startsGroup={startsGroup}>
      {startsGroup && isColleague && <p className="px-1 text-sm text-ink-soft">{message.senderName}</p>}
      <div className={classNames('group/message flex w-full items-center gap-1', isOurs && 'justify-end')}>
        <div
          className={classNames(
            bubbleClass,
            isOurs ? 'bg-action-soft' : 'bg-sand',
            endsGroup && (isOurs ? 'rounded-br-[0.25rem]' : 'rounded-bl-[0.25rem]'),
          )}
        >
          <span className="sr-only">{`${author}, ${formatTime(message.createdAt)}: `}</span>
          {message.isRemoved ? (
            <p className="text-ink-soft italic">Mensaje retirado por el equipo</p>
          ) : (
            <bdi dir="auto" className={classNames('block', textClass)}>
              <MessageText content={message.content} />
            </bdi>
          )}
        </div>
        {!isOurs && !message.isRemoved && (
          <IconButton
            label={`Reportar el mensaje de las ${formatTime(message.createdAt)}`}
            icon={<Flag aria-hidden="true" className="size-4" />}
            className="size-9 opacity-0 group-hover/message:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
            onClick={() => onReport(message)}
          />
        )}
      </div>
      {(endsGroup || isLastSeen) && (
        <p className="flex gap-1.5 px-1 text-sm text-ink-soft tabular-nums">
          {endsGroup && (
            <time translate="no" aria-hidden="true" dateTime={message.createdAt}>
              {formatTime(message.createdAt)}
              <RowOwnTime instant={message.createdAt} />
            </time>
          )}
          {isLastSeen && <span>{endsGroup ? '· Visto' : 'Visto'}</span>}
        </p>
      )}
    </Row>
  )
}

type WaitingProps = {
  item: OutboxItem
  startsGroup: boolean
  /** The message has failed several times, and is retried. */
  isStuck: boolean
  /** It is the first message, and the user's address is not confirmed. */
  awaitsProof: boolean
  onRetry: () => void
  onDiscard: () => void
}

export function WaitingBubble({ item, startsGroup, isStuck, awaitsProof, onRetry, onDiscard }: WaitingProps) {
  const isRefused = item.refusal !== undefined
  return (
    <Row isOurs startsGroup={startsGroup}>
      <div className={classNames(bubbleClass, isRefused ? 'bg-red-soft' : 'bg-action-soft')}>
        <bdi dir="auto" className={classNames('block', textClass)}>
          <MessageText content={item.content} />
        </bdi>
      </div>
      {isRefused || isStuck ? (
        <div className="grid justify-items-end gap-0.5 px-1 text-sm">
          {isRefused && (
            <p role="alert" className="max-w-[25.5em] text-right text-red">
              <span className="font-semibold">No se pudo enviar el mensaje.</span> <span>{item.refusal}</span>
            </p>
          )}
          <p className="flex flex-wrap items-center justify-end gap-x-1">
            <span className="inline-flex items-center gap-1 text-red">
              <CircleAlert aria-hidden="true" className="size-4" />
              No enviado ·
            </span>
            <Button variant="quiet" size="small" onClick={onRetry}>
              Reintentar
            </Button>
            <Button variant="quietDanger" size="small" onClick={onDiscard}>
              Descartar
            </Button>
          </p>
        </div>
      ) : (
        <p className="flex items-center gap-1 px-1 text-sm text-ink-soft">
          <Clock aria-hidden="true" className="size-3.5" />
          {awaitsProof ? awaitsProofText : 'Enviando…'}
        </p>
      )}
    </Row>
  )
}

function Row({ isOurs, startsGroup, children }: { isOurs: boolean; startsGroup: boolean; children: ReactNode }) {
  return (
    <li
      className={classNames(
        'flex flex-col gap-0.5',
        isOurs ? 'items-end' : 'items-start',
        startsGroup ? 'mt-3' : 'mt-0.5',
      )}
    >
      {children}
    </li>
  )
}

/** The text of a message: URLs and e-mail addresses become links, and everything else stays text. */
function MessageText({ content }: { content: string }) {
  let at = 0
  return tokenize(content).map((token) => {
    const text = token.toString()
    const key = at
    at += text.length
    const href = token.isLink ? safeHref({ kind: token.t, text }) : undefined
    if (href === undefined) return <Fragment key={key}>{text}</Fragment>
    return (
      <a key={key} href={href} rel="noopener noreferrer nofollow ugc" target="_blank" className="link">
        {/* A right-to-left mark inside a link must not reorder the sentence around it. */}
        <bdi>{text}</bdi>
      </a>
    )
  })
}

/** The href of an e-mail address, or of a URL that is typed with its scheme; undefined for a bare domain. */
export function safeHref({ kind, text }: { kind: string; text: string }): string | undefined {
  if (kind === 'email') return text.toLowerCase().startsWith('mailto:') ? text : `mailto:${text}`
  if (!/^https?:\/\//i.test(text)) return undefined
  return parseUrl(text)?.href
}
