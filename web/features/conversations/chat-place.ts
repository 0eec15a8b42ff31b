import type { LinkProps } from '@tanstack/react-router'
import { createContext, useContext } from 'react'

import type { Conversation } from '#contract/conversations.ts'

import type { ChatSearch } from './chat-search.ts'

/** `centerId`: the centre for which the user writes; without one, the user's own conversations. `q`: the search in its list. */
export type ChatPlace = { centerId: string | undefined; q?: string | undefined }

export const ChatPlaceContext = createContext<ChatPlace>({ centerId: undefined })
export const useChatPlace = (): ChatPlace => useContext(ChatPlaceContext)

/** A centre's conversations are in its dashboard, and the user's own at /chat, so that the frame says on which side they write. */
export function chatLink({ centerId, q }: ChatPlace, search: Pick<ChatSearch, 'c' | 'to'> = {}): ChatLink {
  const shown = { ...search, q }
  return centerId === undefined
    ? { to: '/chat', search: shown }
    : { to: '/center/dashboard', search: { seccion: 'mensajes', centro: centerId, ...shown } }
}

type ChatLink = Required<Pick<LinkProps, 'to' | 'search'>>

/** The place of a conversation, by the caller's side. */
export function placeOf({ side, center }: Pick<Conversation, 'side' | 'center'>): ChatPlace {
  return { centerId: side === 'center' ? center.id : undefined }
}
