import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import type { Me } from '#contract/accounts.ts'
import type { Membership } from '#contract/memberships.ts'
import { PrivatePage } from '#web/features/auth/private-page.tsx'
import { useApi } from '#web/platform/api.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Page } from '#web/ui/page.tsx'
import { PageLoading } from '#web/ui/page-loading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import ChevronRight from '~icons/lucide/chevron-right'
import Store from '~icons/lucide/store'
import { ChatBoard, ConnectionNotice, NewConversation, showsWindow } from './chat-board.tsx'
import { type ChatPlace, chatLink } from './chat-place.ts'
import type { ChatSearch } from './chat-search.ts'
import { UnreadCount } from './unread-count.tsx'
import { useUnread } from './use-unread.ts'

const failed = 'No se pudieron cargar las conversaciones'
const own: ChatPlace = { centerId: undefined }

export function ChatScreen({ search }: { search: ChatSearch }) {
  return (
    <PrivatePage title="Mensajería" loading={<ChatLoading />} failed={failed}>
      {(me) => <OwnOrCenters key={me.userId} me={me} search={search} />}
    </PrivatePage>
  )
}

/**
 * The conversations that the user has as a patient. The conversations of a centre are in its dashboard. An address that names a
 * centre leads to that dashboard. The address without parameters also does, for the account of a centre that has no
 * conversations as a patient.
 */
function OwnOrCenters({ me, search }: { me: Me; search: ChatSearch }) {
  const { queries } = useApi()
  const { as: centerId, to, q } = search
  const isBareOfCenter = me.userType === 'center' && !showsWindow(search) && q === undefined
  const first = useQuery({
    ...queries.conversations.list.queryOptions({ input: { side: 'patient', limit: 1 } }),
    enabled: isBareOfCenter,
  })
  if (centerId !== undefined) return <Navigate {...chatLink({ centerId }, { to })} replace />
  if (isBareOfCenter && first.data?.items.length === 0) {
    return <Navigate to="/center/dashboard" search={{ seccion: 'mensajes' }} replace />
  }
  if (isBareOfCenter && first.isPending) return <ChatLoading />
  return <OwnConversations userId={me.userId} search={search} />
}

function OwnConversations({ userId, search }: { userId: string; search: ChatSearch }) {
  const isOpen = showsWindow(search)
  return (
    <Page className={classNames('pt-6 pb-12', isOpen && 'max-md:p-0')}>
      <div className={classNames('mb-4 flex flex-wrap items-center justify-between gap-3', isOpen && 'max-md:hidden')}>
        <div>
          <h1>Mensajería</h1>
          <ConnectionNotice />
        </div>
        <NewConversation place={own} />
      </div>
      <div className={classNames('mb-4 empty:hidden', isOpen && 'max-md:hidden')}>
        <CenterLinks />
      </div>
      {/* The specification's 600 px. */}
      <ChatBoard
        userId={userId}
        place={own}
        search={search}
        className="md:h-150"
        windowClassName="max-md:h-[calc(100dvh-4.3125rem-var(--bottom-bar))]"
      />
    </Page>
  )
}

/** The centres for which the user writes. */
function CenterLinks() {
  const { queries } = useApi()
  const memberships = useQuery(queries.practice.memberships.queryOptions())
  const { centers } = useUnread()
  const desks = (memberships.data?.items ?? []).filter(({ sections }) => sections.includes('messages'))
  if (desks.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {desks.map((desk) => (
        <li key={desk.centerId} className="min-w-0">
          <CenterLink desk={desk} unread={centers.find(({ centerId }) => centerId === desk.centerId)?.count ?? 0} />
        </li>
      ))}
    </ul>
  )
}

function CenterLink({ desk: { centerId, centerName }, unread }: { desk: Membership; unread: number }) {
  return (
    <Link
      {...chatLink({ centerId })}
      className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-control border border-line bg-panel px-3 hover:border-control"
    >
      <Store aria-hidden="true" className="size-5 shrink-0 text-action" />
      <span className="min-w-0 truncate">
        {'Mensajes de '}
        <span translate="no">{centerName}</span>
      </span>
      {unread > 0 && <UnreadCount count={unread} one="1 conversación sin leer" many="conversaciones sin leer" />}
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
    </Link>
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
