import { keepPreviousData } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, type UIEvent, useEffect, useRef, useState } from 'react'
import { useApi } from '#web/platform/api.ts'
import { useCursorList } from '#web/platform/cursor-pages.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import Search from '~icons/lucide/search'

import { chatLink, useChatPlace } from '../chat-place.ts'
import type { Outbox } from '../delivery/outbox.ts'
import { useOutbox } from '../delivery/use-delivery.ts'
import { waitingIn } from '../message-words.ts'
import { ConversationRow } from './conversation-row.tsx'

/** The next page loads when the reader is this near the end. */
const nearEndPx = 300

export function ConversationList({ openId, outbox }: { openId: string | undefined; outbox: Outbox }) {
  const { queries } = useApi()
  const { centerId, q } = useChatPlace()
  const { items, more, loadingMore, query } = useCursorList(
    queries.conversations.list,
    { ...(centerId === undefined ? ({ side: 'patient' } as const) : { centerId }), ...(q !== undefined && { q }) },
    // The list stays on screen while another text is searched.
    { placeholderData: keepPreviousData },
  )
  const list = useRef<HTMLUListElement>(null)
  const queue = useOutbox(outbox)

  function onScroll({ currentTarget: box }: UIEvent<HTMLElement>): void {
    if (more && !loadingMore && box.scrollHeight - box.scrollTop - box.clientHeight < nearEndPx) void more()
  }

  if (!items) {
    return (
      <Pending query={query} loading="Cargando tus conversaciones" failed="No se pudieron cargar las conversaciones">
        <ListSkeleton />
      </Pending>
    )
  }
  if (items.length === 0 && q === undefined) return <NoConversations isPatient={centerId === undefined} />
  return (
    <>
      <SearchField q={q} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only moves the focus between the links in it */}
      <div
        className="min-h-0 grow overscroll-contain md:overflow-y-auto"
        onScroll={onScroll}
        onKeyDown={(event) => moveFocus(event, list.current)}
      >
        {items.length === 0 && (
          <p role="status" className="px-4 py-8 text-center text-ink-soft">
            {`Ninguna conversación con «${q}».`}
          </p>
        )}
        <ul ref={list} className="divide-y divide-line">
          {items.map((conversation) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              waiting={waitingIn(queue, conversation.id)}
              isOpen={conversation.id === openId}
            />
          ))}
        </ul>
        <div className="flex justify-center p-3 empty:hidden">
          <MoreButton list={list} more={more} pending={loadingMore} />
        </div>
      </div>
    </>
  )
}

function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('a') ?? [])]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  const target = { ArrowDown: rows[at + 1], ArrowUp: rows[at - 1], Home: rows[0], End: rows.at(-1) }[event.key]
  if (!target) return
  event.preventDefault()
  target.focus()
}

/** The typed text goes into the URL, so that a reload keeps it. */
function SearchField({ q }: { q: string | undefined }) {
  const navigate = useNavigate()
  const { centerId } = useChatPlace()
  const { c, to } = useSearch({ strict: false })
  const [typed, setTyped] = useState(q ?? '')
  const searched = useDebounced(typed.trim())
  useEffect(() => {
    if (searched === (q ?? '')) return
    void navigate({ ...chatLink({ centerId, q: searched || undefined }, { c, to }), replace: true, resetScroll: false })
  }, [navigate, centerId, c, to, q, searched])
  return (
    <div className="border-b border-line p-3">
      <TextField
        label="Buscar por nombre"
        labelHidden
        type="search"
        maxLength={100}
        placeholder="Buscar por nombre"
        leading={<Search aria-hidden="true" />}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  )
}

function NoConversations({ isPatient }: { isPatient: boolean }) {
  return (
    <EmptyState
      drawing="chat"
      title="Todavía no tienes conversaciones"
      className="grow justify-center"
      action={
        isPatient ? (
          <Link to="/centers" className={buttonClass()}>
            Buscar un centro
          </Link>
        ) : (
          <Button variant="secondary" render={<Link to="/center/dashboard" search={{ seccion: 'pacientes' }} />}>
            Ver los pacientes
          </Button>
        )
      }
    >
      {isPatient
        ? 'Escríbele a un centro desde su página, o desde una de tus citas.'
        : 'Aquí aparecen los mensajes de tus pacientes. También puedes escribirles desde su cita.'}
    </EmptyState>
  )
}

export function ListSkeleton() {
  return (
    <div className="grid gap-4 p-4">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-12 rounded-full" />
          <div className="grid grow gap-2">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
