import { Link } from '@tanstack/react-router'

import type { Conversation } from '#contract/conversations.ts'
import { AccountAvatar } from '#web/features/accounts/account-avatar.tsx'
import { useToday } from '#web/platform/use-now.ts'
import { classNames } from '#web/ui/class-names.ts'

import { chatLink, useChatPlace } from '../chat-place.ts'
import { excerptOf, shortMoment } from '../message-words.ts'
import { UnreadCount } from '../unread-count.tsx'

type Props = {
  conversation: Conversation
  isOpen: boolean
}

export function ConversationRow({ conversation, isOpen }: Props) {
  const place = useChatPlace()
  const { id, other, unread, lastMessage, updatedAt, isVisitor } = conversation
  const today = useToday()
  const isRemoved = lastMessage === null || lastMessage.isRemoved
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
              {excerptOf(conversation)}
            </bdi>
            {unread > 0 && <UnreadCount count={unread} one="1 mensaje sin leer" many="mensajes sin leer" />}
          </span>
        </span>
      </Link>
    </li>
  )
}
