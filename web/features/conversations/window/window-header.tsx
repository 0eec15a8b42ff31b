import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import type { Conversation } from '#contract/conversations.ts'
import { AccountAvatar } from '#web/features/accounts/account-avatar.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import ArrowLeft from '~icons/lucide/arrow-left'
import Ban from '~icons/lucide/ban'
import EllipsisVertical from '~icons/lucide/ellipsis-vertical'
import Store from '~icons/lucide/store'

import { chatLink, useChatPlace } from '../chat-place.ts'
import { usualReplyText } from '../message-words.ts'

type Props = {
  conversation: Conversation & { usualReplyMinutes: number | null }
  headingRef: Ref<HTMLHeadingElement>
  onBlock: () => void
}

export function WindowHeader({ conversation, headingRef, onBlock }: Props) {
  const { side, other, isBlocked, usualReplyMinutes } = conversation
  const line =
    side === 'patient'
      ? usualReplyText(usualReplyMinutes)
      : conversation.isVisitor
        ? 'Visitante sin cuenta: confirmó su correo, no su identidad'
        : undefined
  const items: MenuItem[] = [
    ...(side === 'patient'
      ? [
          {
            id: 'profile',
            label: 'Ver el centro',
            icon: <Store aria-hidden="true" />,
            href: `/centers/${other.id}`,
          },
        ]
      : []),
    isBlocked
      ? { id: 'block', label: 'Desbloquear', icon: <Ban aria-hidden="true" />, onSelect: onBlock }
      : { id: 'block', label: 'Bloquear', icon: <Ban aria-hidden="true" />, onSelect: onBlock, isDangerous: true },
  ]
  return (
    <header className="flex min-h-16 items-center gap-2 border-b border-line px-2 py-2 sm:px-4">
      <BackToList />
      <AccountAvatar name={other.name} avatarUrl={other.pictureUrl} size="small" />
      <div className="min-w-0 grow">
        <h2 ref={headingRef} tabIndex={-1} className="truncate font-sans text-lg font-semibold outline-none">
          {side === 'patient' ? (
            <Link to="/centers/$centerId" params={{ centerId: other.id }} className="hover:text-action hover:underline">
              {other.name}
            </Link>
          ) : (
            other.name
          )}
        </h2>
        {line && <p className="text-sm text-ink-soft">{line}</p>}
      </div>
      <Menu
        label={`Acciones de la conversación con ${other.name}`}
        trigger={<EllipsisVertical aria-hidden="true" className="size-5" />}
        items={items}
      />
    </header>
  )
}

/** On a phone the list is another screen. */
export function BackToList() {
  const place = useChatPlace()
  return (
    <Link
      {...chatLink(place)}
      aria-label="Volver a la lista"
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink-soft hover:bg-sand hover:text-ink md:hidden"
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
    </Link>
  )
}
