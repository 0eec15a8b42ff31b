import { Link } from '@tanstack/react-router'
import BadgeCheck from 'lucide-react/icons/badge-check'
import CalendarDays from 'lucide-react/icons/calendar-days'
import CalendarSync from 'lucide-react/icons/calendar-sync'
import Clock from 'lucide-react/icons/clock'
import House from 'lucide-react/icons/house'
import MessageSquareQuote from 'lucide-react/icons/message-square-quote'
import Store from 'lucide-react/icons/store'
import UserRoundSearch from 'lucide-react/icons/user-round-search'
import UsersRound from 'lucide-react/icons/users-round'
import Wallet from 'lucide-react/icons/wallet'
import { type ComponentType, useEffect, useRef } from 'react'

import { classNames } from '#web/ui/class-names.ts'

import type { PracticeSectionId } from './practice-search.ts'
import { practiceSections } from './practice-sections.ts'

const icons: Record<PracticeSectionId, ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>> = {
  inicio: House,
  agenda: CalendarDays,
  disponibilidad: Clock,
  equipo: UsersRound,
  perfil: Store,
  pacientes: UserRoundSearch,
  dinero: Wallet,
  documentos: BadgeCheck,
  opiniones: MessageSquareQuote,
  calendario: CalendarSync,
}

/** One horizontal bar at every width, which leaves the full width to the agenda; on a phone it scrolls to the open section. */
export function PracticeNav({
  sections,
  open,
  center,
}: {
  sections: readonly PracticeSectionId[]
  open: PracticeSectionId
  center: string | undefined
}) {
  const current = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reference moves with the open section
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [open])
  return (
    <nav aria-label="Secciones de tu centro" className="min-w-0 overflow-x-auto border-b border-line print:hidden">
      <ul className="flex gap-0.5">
        {sections.map((id) => {
          const Icon = icons[id]
          const isOpen = id === open
          return (
            <li key={id} className="shrink-0">
              <Link
                to="/center/dashboard"
                search={{ seccion: id === 'inicio' ? undefined : id, centro: center }}
                aria-current={isOpen ? 'page' : undefined}
                ref={isOpen ? current : undefined}
                className={classNames(
                  'flex min-h-11 items-center gap-1.5 border-b-2 px-2.5 -outline-offset-3',
                  isOpen
                    ? 'border-action font-semibold text-action'
                    : 'border-transparent text-ink-soft hover:text-ink',
                )}
              >
                <Icon aria-hidden="true" className="size-5 shrink-0" />
                {practiceSections[id].label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
