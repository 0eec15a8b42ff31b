import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ChatMessage, Conversation } from '#contract/conversations.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { useLive } from '#web/platform/live.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { chatLink, placeOf, useChatPlace } from '../chat-place.ts'
import { type Delivery, otherReadOf, useOutbox } from '../delivery/use-delivery.ts'
import { ClosedComposer, Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import { useOtherIsTyping } from './use-typing.ts'
import { BackToList, WindowHeader } from './window-header.tsx'

const ReportDialog = lazyPart(() => import('./report-dialog.tsx').then((module) => module.ReportDialog))

const ProofNotice = lazyPart(() => import('./proof-notice.tsx').then((module) => module.ProofNotice))

type Props = {
  conversationId: string
  delivery: Delivery
}

export function ChatWindow({ conversationId, delivery }: Props) {
  const place = useChatPlace()
  const { queries } = useApi()
  const query = useQuery(queries.conversations.get.queryOptions({ input: { conversationId } }))
  if (query.data) {
    // An old link, or one to a message of the user, names the conversation without its side.
    const home = placeOf(query.data)
    if (home.centerId !== place.centerId) return <Navigate {...chatLink(home, { c: conversationId })} replace />
    return <OpenConversation conversation={query.data} delivery={delivery} />
  }
  if (errorCode(query.error) === 'conversations.not_found') return <NotFound />
  return (
    <>
      <div className="p-2 md:hidden">
        <BackToList />
      </div>
      <Pending query={query} loading="Cargando la conversación" failed="No se pudieron cargar los mensajes">
        <MessageSkeletons />
      </Pending>
    </>
  )
}

type OpenProps = Omit<Props, 'conversationId'> & {
  conversation: Conversation & { usualReplyMinutes: number | null; awaitsProof: boolean }
}

function OpenConversation({
  conversation: { awaitsProof, ...conversation },
  delivery: { outbox, messagesOf },
}: OpenProps) {
  const store = messagesOf(conversation.id)
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
  const queue = useOutbox(outbox)
  const isTyping = useOtherIsTyping(conversation)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isBlocking, setBlocking] = useState(false)
  const [reported, setReported] = useState<ChatMessage>()
  const { known } = state

  useEffect(() => void store.refresh(), [store])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  // A queued message that is in the list was stored: only its response was lost.
  useEffect(() => outbox.removeStored(new Set(known?.items.map(({ id }) => id))), [outbox, known])
  // What waited for the address leaves as soon as it is confirmed, also in another tab.
  useEffect(() => {
    if (!awaitsProof) outbox.resumeAll()
  }, [outbox, awaitsProof])
  useLive((event) => {
    if (event.about !== 'conversation' || event.conversationId !== conversation.id) return
    store.setOtherRead(otherReadOf(event, conversation.side))
    if (event.changedNumber !== undefined) void store.reload(event.changedNumber)
  })

  return (
    <>
      <WindowHeader conversation={conversation} headingRef={heading} onBlock={() => setBlocking(true)} />
      {known ? (
        <MessageList
          conversation={conversation}
          known={known}
          isLoadingOlder={state.isLoadingOlder}
          store={store}
          outbox={outbox}
          queue={queue}
          isTyping={isTyping}
          awaitsProof={awaitsProof}
          onReport={setReported}
        />
      ) : (
        <div className="min-h-0 grow overflow-hidden">
          <Pending
            query={{ error: state.error, isFetching: false, refetch: () => store.refresh() }}
            loading="Cargando los mensajes"
            failed="No se pudieron cargar los mensajes"
          >
            <MessageSkeletons />
          </Pending>
        </div>
      )}
      {awaitsProof && conversation.can.write && (
        <Suspense>
          <ProofNotice centerName={conversation.other.name} />
        </Suspense>
      )}
      {conversation.can.write ? (
        <Composer
          conversation={conversation}
          slowdownMessage={awaitsProof ? undefined : queue.slowdownMessage}
          onSend={(content) => outbox.add({ conversationId: conversation.id, content })}
        />
      ) : (
        <ClosedComposer conversation={conversation} onUnblock={() => setBlocking(true)} />
      )}
      {reported && (
        <Suspense>
          <ReportDialog
            key={reported.id}
            conversation={conversation}
            message={reported}
            open
            onClose={() => setReported(undefined)}
          />
        </Suspense>
      )}
      <BlockDialog conversation={conversation} open={isBlocking} onClose={() => setBlocking(false)} />
    </>
  )
}

function NotFound() {
  const { centerId } = useChatPlace()
  return (
    <div className="grid grow place-content-center">
      <EmptyState
        drawing="signpost"
        title="Conversación no encontrada"
        action={
          <Link {...chatLink({ centerId })} className={buttonClass({ variant: 'secondary' })}>
            {centerId === undefined ? 'Ver mis conversaciones' : 'Ver las conversaciones'}
          </Link>
        }
      >
        {centerId === undefined
          ? 'El enlace no lleva a ninguna conversación tuya.'
          : 'El enlace no lleva a ninguna conversación de tu centro.'}
      </EmptyState>
    </div>
  )
}

function MessageSkeletons() {
  return (
    <div className="grid gap-4 p-4">
      <Skeleton className="h-12 w-3/5" />
      <Skeleton className="h-20 w-2/3" />
      <Skeleton className="ml-auto h-12 w-1/2" />
      <Skeleton className="h-12 w-2/5" />
    </div>
  )
}

type BlockDialogProps = { conversation: Conversation; open: boolean; onClose: () => void }

function BlockDialog({
  conversation: { id: conversationId, other, center, isBlocked },
  open,
  onClose,
}: BlockDialogProps) {
  const { queries } = useApi()
  const block = useMutation(queries.conversations.block.mutationOptions())

  async function confirm(): Promise<void> {
    await block.mutateAsync({ conversationId, isBlocked: !isBlocked })
    toast({ title: isBlocked ? 'Conversación desbloqueada' : 'Conversación bloqueada' })
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={isBlocked ? `¿Desbloquear a ${other.name}?` : `¿Bloquear a ${other.name}?`}
      consequences={
        isBlocked
          ? [`Tú y ${other.name} podrán volver a escribirse.`]
          : [
              `${other.name} no podrá enviarte mensajes en esta conversación, y tú tampoco.`,
              other.id === center.id
                ? 'Tampoco podrá agendarte citas. Las que ya tienes siguen en pie, y si tienes un bono, sus días siguen corriendo.'
                : 'Tampoco podrá reservar en tu centro. Las citas que ya tiene siguen en pie, y puedes darle otras en la agenda. Si tiene un bono, sus días no corren mientras tanto, y si lo compró en línea puede pedir lo que queda.',
              'Los mensajes anteriores quedan. Puedes desbloquear cuando quieras.',
            ]
      }
      confirmLabel={isBlocked ? 'Desbloquear' : 'Bloquear'}
      danger={!isBlocked}
      onConfirm={confirm}
    />
  )
}
