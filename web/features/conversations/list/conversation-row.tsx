import { Link } from '@tanstack/react-router'

import type { Conversation } from '#contract/conversations.ts'
import { AccountAvatar } from '#web/features/accounts/account-avatar.tsx'
import { useToday } from '#web/platform/use-now.ts'
import { classNames } from '#web/ui/class-names.ts'

import Clock from '~icons/lucide/clock-3'
import { chatLink, useChatPlace } from '../chat-place.ts'
import { excerptOf, shortMoment } from '../message-words.ts'
import { UnreadCount } from '../unread-count.tsx'

type Props = {
  conversation: Conversation
  /** What the user has written and the server has not stored. */
  waiting: { excerpt: string; state: string } | undefined
  isOpen: boolean
}

export function ConversationRow({ conversation, waiting, isOpen }: Props) {
  const place = useChatPlace()
  const { id, other, unread, lastMessage, updatedAt, isVisitor } = conversation
  const today = useToday()
  const isRemoved = waiting === undefined && (lastMessage === null || lastMessage.isRemoved)
  return (
    <li>
      <Link
        {...chatLink(place, { c: id })}
        aria-current={isOpen ? 'true' : undefined}
        className={classNames(
          'flex items-center gap-3 border-l-3 py-3 pr-4 pl-3.5 -outline-offset-3 transition-colors',
          isOpen ? 'border-action bg-sand' : 'border-transparent hover:bg-sand',
        )}
      >
        <AccountAvatar name={other.name} avatarUrl={other.pictureUrl} size="medium" />
        <span className="min-w-0 grow">
          <span className="flex items-baseline gap-2">
            <span className="flex min-w-0 grow">
              <span data-shortened="" className={classNames('truncate', unread > 0 ? 'font-semibold' : 'font-medium')}>
                {other.name}
              </span>
              {/* Whole also after a long name, which could say anything. */}
              {isVisitor && <span className="shrink-0 whitespace-pre text-ink-soft"> · visitante</span>}
            </span>
            <time
              dateTime={updatedAt}
              className={classNames(
                'shrink-0 text-sm tabular-nums',
                unread > 0 ? 'font-medium text-action' : 'text-ink-soft',
              )}
            >
              {shortMoment({ instant: lastMessage?.createdAt ?? updatedAt, today })}
            </time>
          </span>
          <span className="flex items-center gap-2">
            <bdi
              dir="auto"
              data-shortened=""
              className={classNames(
                'min-w-0 grow truncate text-sm',
                unread > 0 ? 'text-ink' : 'text-ink-soft',
                isRemoved && 'italic',
              )}
            >
              {waiting?.excerpt ?? excerptOf(conversation)}
            </bdi>
            {unread > 0 && <UnreadCount count={unread} one="1 mensaje sin leer" many="mensajes sin leer" />}
          </span>
          {waiting && (
            <span className="flex items-center gap-1 text-sm text-ink-soft">
              <Clock aria-hidden="true" className="size-3.5 shrink-0" />
              {waiting.state}
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}
