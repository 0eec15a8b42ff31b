import { useLayoutEffect, useRef, useState } from 'react'
import { faqItems } from '#web/features/legal/faq-content.tsx'
import { Accordion } from '#web/ui/accordion.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import Minus from '~icons/lucide/minus'
import X from '~icons/lucide/x'

import { OnlineBadge } from './online-badge.tsx'
import { SupportChat, useSupportChat } from './support-chat.tsx'
import { SupportContact } from './support-contact.tsx'

export type SupportPanelProps = {
  isOpen: boolean
  isOnline: boolean
  onLeave: (next: 'closed' | 'minimised') => void
}

const tabs = [
  { id: 'chat', label: 'Chat' },
  { id: 'faq', label: 'FAQ' },
  { id: 'contact', label: 'Contacto' },
]

/**
 * The panel is not modal: the page stays usable beside it. It stays mounted while it is hidden, so that it keeps what
 * was typed.
 */
export function SupportPanel({ isOpen, isOnline, onLeave }: SupportPanelProps) {
  const panel = useRef<HTMLElement>(null)
  const [tab, setTab] = useState('chat')
  const [draft, setDraft] = useState('')
  const [hasForm, setHasForm] = useState(false)
  const chat = useSupportChat()

  useLayoutEffect(() => {
    if (isOpen) panel.current?.focus({ preventScroll: true })
  }, [isOpen])

  function show(next: string) {
    setTab(next)
    if (next === 'contact') setHasForm(true)
  }

  function writeToPeople(text: string) {
    setDraft(text)
    show('contact')
    panel.current?.focus({ preventScroll: true })
  }

  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby="support-title"
      tabIndex={-1}
      hidden={!isOpen}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeave('closed')
      }}
      className="fixed inset-x-2 bottom-2 z-30 flex h-144 max-h-[calc(100dvh-1rem)] animate-rise flex-col rounded-card border border-line bg-panel text-ink shadow-float outline-none sm:inset-x-auto sm:right-5 sm:bottom-5 sm:max-h-[calc(100dvh-6rem)] sm:w-100"
    >
      <header className="flex items-center gap-2 py-2 pr-2 pl-5">
        <h2 id="support-title" className="text-xl">
          Soporte
        </h2>
        {isOnline && <OnlineBadge />}
        <span className="ml-auto flex">
          <IconButton
            label="Minimizar"
            icon={<Minus aria-hidden="true" className="size-5" />}
            onClick={() => onLeave('minimised')}
          />
          <IconButton
            label="Cerrar"
            icon={<X aria-hidden="true" className="size-5" />}
            onClick={() => onLeave('closed')}
          />
        </span>
      </header>
      {/* The row of tabs stays in view, and only the content scrolls. */}
      <Tabs
        label="Soporte"
        tabs={tabs}
        value={tab}
        onChange={show}
        className="flex min-h-0 grow flex-col [&>[role=tablist]]:shrink-0 [&>[role=tablist]]:px-4 [&>[role=tabpanel]]:min-h-0 [&>[role=tabpanel]]:grow [&>[role=tabpanel]]:overflow-y-auto [&>[role=tabpanel]]:overscroll-contain [&>[role=tabpanel]]:rounded-b-card [&>[role=tabpanel]]:px-5 [&>[role=tabpanel]]:pt-4"
      >
        {tab === 'chat' && <SupportChat chat={chat} onContact={writeToPeople} />}
        {tab === 'faq' && <Accordion items={questionItems()} className="pb-4" />}
        {hasForm && (
          // Hidden instead of removed, so that it keeps what was typed.
          <div hidden={tab !== 'contact'}>
            <SupportContact draft={draft} />
          </div>
        )}
      </Tabs>
    </section>
  )
}

/** The four of the specification, with the answers of /faq. */
const questionItems = () =>
  ['reservar', 'cancelar', 'datos', 'costo'].flatMap((wanted) =>
    faqItems()
      .filter(({ id }) => id === wanted)
      .map(({ id, question, answer, more }) => ({
        id: `support-${id}`,
        title: question,
        content: (
          <>
            <p>{answer}</p>
            {more && <p className="mt-2 [&_a]:link">{more}</p>}
          </>
        ),
      })),
  )
