import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { Me } from '#contract/accounts.ts'
import { PrivatePage } from '#web/features/auth/private-page.tsx'
import { useApi } from '#web/platform/api.ts'
import { failureMessage } from '#web/platform/error-message.ts'
import { useLive } from '#web/platform/live.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { opensDialog } from '#web/ui/dialog.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageLoading } from '#web/ui/page-loading.tsx'
import { PathEmpty } from '#web/ui/path-empty.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import MessagesSquare from '~icons/lucide/messages-square'
import Plus from '~icons/lucide/plus'
import type { ChatSearch } from './chat-search.ts'
import { useDelivery } from './delivery/use-delivery.ts'
import { ConversationList } from './list/conversation-list.tsx'
import { existingConversation, NewConversationDialog } from './list/new-conversation-dialog.tsx'
import { ChatWindow } from './window/chat-window.tsx'

export function ChatScreen({ search }: { search: ChatSearch }) {
  return (
    <PrivatePage title="Mensajería" loading={<ChatLoading />} failed="No se pudieron cargar las conversaciones">
      {(me) => <Chat key={me.userId} me={me} search={search} />}
    </PrivatePage>
  )
}

/** The list beside the window; on a phone they are two screens. */
function Chat({ me, search }: { me: Me; search: ChatSearch }) {
  const { queries } = useApi()
  const { c: openId, to, q } = search
  const delivery = useDelivery({ userId: me.userId, openId })
  const memberships = useQuery(queries.practice.memberships.queryOptions())
  const desks = (memberships.data?.items ?? []).filter(({ can }) => can.seeWholeCenter)
  const dialog = useDialogState()
  useStartFromAddress(search)
  const showsWindow = openId !== undefined || to !== undefined

  return (
    <Page className={classNames('pt-6 pb-12', showsWindow && 'max-md:p-0')}>
      <div
        className={classNames('mb-4 flex flex-wrap items-center justify-between gap-3', showsWindow && 'max-md:hidden')}
      >
        <div>
          <h1>Mensajería</h1>
          <ConnectionNotice />
        </div>
        <Button
          variant="secondary"
          icon={<Plus aria-hidden="true" className="size-5" />}
          {...opensDialog}
          onClick={() => dialog.show()}
        >
          Nueva conversación
        </Button>
      </div>
      {/* The specification's 600 px. */}
      <div
        className={classNames(
          'overflow-hidden border-line bg-panel md:grid md:h-150 md:grid-cols-[17rem_minmax(0,1fr)] md:rounded-card md:border lg:grid-cols-[21rem_minmax(0,1fr)]',
          !showsWindow && 'max-md:rounded-card max-md:border',
        )}
      >
        <section
          aria-label="Conversaciones"
          className={classNames('flex min-h-0 flex-col border-line md:border-r', showsWindow && 'max-md:hidden')}
        >
          <ConversationList
            openId={openId}
            q={q}
            isPatient={me.userType === 'patient' && desks.length === 0}
            namesCenter={desks.length > 1}
          />
        </section>
        <section
          aria-label="Conversación"
          className={classNames(
            'min-h-0 min-w-0 flex-col',
            showsWindow ? 'flex max-md:h-[calc(100dvh-4.3125rem)] max-md:min-h-80' : 'hidden md:flex',
          )}
        >
          {openId !== undefined ? (
            <ChatWindow key={openId} conversationId={openId} delivery={delivery} namesCenter={desks.length > 1} />
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
      <NewConversationDialog key={dialog.key} open={dialog.isOpen} onClose={dialog.close} desks={desks} />
    </Page>
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

function ConnectionNotice() {
  const status = useLive(() => undefined)
  if (status !== 'lost') return null
  return (
    <p role="status" className="text-sm text-amber">
      Sin conexión: tus mensajes saldrán en cuanto vuelva.
    </p>
  )
}

function ChatLoading() {
  return (
    <PageLoading
      title="Mensajería"
      status="Cargando la mensajería…"
      skeletonsClassName="grid gap-4 md:grid-cols-[17rem_1fr] lg:grid-cols-[21rem_1fr]"
    >
      <Skeleton className="h-96 md:h-150" />
      <Skeleton className="h-150 max-md:hidden" />
    </PageLoading>
  )
}

/** Other screens link to `/chat?to=<id>`: opens the conversation with this recipient, or starts one. */
function useStartFromAddress({ to, as }: Pick<ChatSearch, 'to' | 'as'>): void {
  const navigate = useNavigate({ from: '/chat' })
  const { queries } = useApi()
  const start = useMutation(queries.conversations.start.mutationOptions({ meta: { refetch: 'background' } }))

  const begin = useEffectEvent(async (recipientId: string) => {
    const conversationId = await start
      .mutateAsync({ recipientId, ...(as !== undefined && { asCenterId: as }) })
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
    void navigate({ search: { c: conversationId }, replace: true })
  })
  useEffect(() => {
    if (to !== undefined) void begin(to)
  }, [to])
}
