import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '#web/platform/api.ts'
import { failureMessage } from '#web/platform/error-message.ts'
import { useLive } from '#web/platform/live.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { opensDialog } from '#web/ui/dialog.tsx'
import { PathEmpty } from '#web/ui/path-empty.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import MessagesSquare from '~icons/lucide/messages-square'
import Plus from '~icons/lucide/plus'
import { type ChatPlace, ChatPlaceContext, chatLink, useChatPlace } from './chat-place.ts'
import type { ChatSearch } from './chat-search.ts'
import { useDelivery } from './delivery/use-delivery.ts'
import { ConversationList } from './list/conversation-list.tsx'
import { existingConversation, NewConversationDialog } from './list/new-conversation-dialog.tsx'
import { ChatWindow } from './window/chat-window.tsx'

type Props = {
  userId: string
  place: ChatPlace
  search: Pick<ChatSearch, 'c' | 'to' | 'q'>
  /** The height of the list and the window on a wide screen, and of the window on a phone. */
  className: string
  windowClassName: string
}

/** Whether a conversation is open or opening: on a phone it covers the list. */
export const showsWindow = ({ c, to }: Pick<ChatSearch, 'c' | 'to'>) => c !== undefined || to !== undefined

/** The list beside the window; on a phone they are two screens. */
export function ChatBoard({ userId, place, search, className, windowClassName }: Props) {
  const { c: openId, to, q } = search
  const delivery = useDelivery({ userId, openId })
  const isOpen = showsWindow(search)
  return (
    <ChatPlaceContext value={{ ...place, q }}>
      <Start to={to} />
      <div
        className={classNames(
          'overflow-hidden border-line bg-panel md:grid md:grid-cols-[17rem_minmax(0,1fr)] md:rounded-card md:border lg:grid-cols-[21rem_minmax(0,1fr)]',
          !isOpen && 'max-md:rounded-card max-md:border',
          className,
        )}
      >
        <section
          aria-label="Conversaciones"
          className={classNames('flex min-h-0 flex-col border-line md:border-r', isOpen && 'max-md:hidden')}
        >
          <ConversationList openId={openId} outbox={delivery.outbox} />
        </section>
        <section
          aria-label="Conversación"
          className={classNames(
            'min-h-0 min-w-0 flex-col',
            isOpen ? classNames('flex max-md:min-h-80', windowClassName) : 'hidden md:flex',
          )}
        >
          {openId !== undefined ? (
            <ChatWindow key={openId} conversationId={openId} delivery={delivery} />
          ) : to !== undefined ? (
            <p role="status" className="m-auto flex items-center gap-2 text-ink-soft">
              <Spinner />
              Abriendo la conversación…
            </p>
          ) : (
            <NothingChosen />
          )}
        </section>
      </div>
    </ChatPlaceContext>
  )
}

type NewProps = {
  place: ChatPlace
  /** On a phone only the icon, where the toolbar is full. */
  isCompact?: boolean
}

export function NewConversation({ place, isCompact = false }: NewProps) {
  const dialog = useDialogState()
  return (
    <ChatPlaceContext value={place}>
      <Button
        variant="secondary"
        icon={<Plus aria-hidden="true" className="size-5" />}
        {...(isCompact && { className: 'max-[22rem]:px-3' })}
        {...opensDialog}
        onClick={() => dialog.show()}
      >
        <span className={isCompact ? 'max-sm:sr-only' : undefined}>Nueva conversación</span>
      </Button>
      <NewConversationDialog key={dialog.key} open={dialog.isOpen} onClose={dialog.close} />
    </ChatPlaceContext>
  )
}

function NothingChosen() {
  return (
    <div className="m-auto flex flex-col items-center gap-4 p-6 text-center text-ink-soft">
      <PathEmpty />
      <p className="flex items-center gap-2">
        <MessagesSquare aria-hidden="true" className="size-5 shrink-0" />
        Selecciona una conversación para comenzar a chatear
      </p>
    </div>
  )
}

export function ConnectionNotice() {
  const status = useLive(() => undefined)
  if (status !== 'lost') return null
  return (
    <p role="status" className="text-sm text-amber">
      {navigator.onLine
        ? 'Sin conexión en vivo: los mensajes nuevos pueden tardar hasta un minuto.'
        : 'Sin conexión: tus mensajes saldrán en cuanto vuelva.'}
    </p>
  )
}

/** Other screens link with `to=<id>`: opens the conversation with this recipient, or starts one. */
function Start({ to }: Pick<ChatSearch, 'to'>) {
  const navigate = useNavigate()
  const place = useChatPlace()
  const { queries } = useApi()
  const start = useMutation(queries.conversations.start.mutationOptions({ meta: { refetch: 'background' } }))

  const begin = useEffectEvent(async (recipientId: string) => {
    const { centerId: asCenterId } = place
    const conversationId = await start
      .mutateAsync({ recipientId, ...(asCenterId !== undefined && { asCenterId }) })
      .then(({ id }) => id)
      .catch((error: unknown) => {
        const existing = existingConversation(error)
        if (existing === undefined)
          toast({
            kind: 'destructive',
            title: 'No se pudo crear la conversación',
            description: failureMessage(error, { failed: 'Inténtalo de nuevo.' }),
          })
        return existing
      })
    void navigate({ ...chatLink({ centerId: asCenterId }, { c: conversationId }), replace: true })
  })
  useEffect(() => {
    if (to !== undefined) void begin(to)
  }, [to])
  return null
}
