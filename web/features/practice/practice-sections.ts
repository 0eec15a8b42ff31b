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
import type { ComponentType } from 'react'

import type { MemberRole } from '#contract/memberships.ts'

import { type PracticeSectionId, practiceSectionIds } from './practice-search.ts'

type PracticeSection = {
  label: string
  Icon: ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>
  /** The server refuses what stands in it to everybody else, and so does the screen that an address leads to. */
  ownersOnly?: true
}

export const practiceSections: Record<PracticeSectionId, PracticeSection> = {
  inicio: { label: 'Inicio', Icon: House },
  agenda: { label: 'Agenda', Icon: CalendarDays },
  disponibilidad: { label: 'Disponibilidad', Icon: Clock },
  equipo: { label: 'Equipo', Icon: UsersRound, ownersOnly: true },
  perfil: { label: 'Perfil', Icon: Store, ownersOnly: true },
  pacientes: { label: 'Pacientes', Icon: UserRoundSearch },
  dinero: { label: 'Dinero', Icon: Wallet, ownersOnly: true },
  documentos: { label: 'Documentos', Icon: BadgeCheck, ownersOnly: true },
  opiniones: { label: 'Opiniones', Icon: MessageSquareQuote },
  calendario: { label: 'Calendario', Icon: CalendarSync },
}

/** Those that a member has, in the order of the bar. */
export function sectionsOf(role: MemberRole): PracticeSectionId[] {
  return practiceSectionIds.filter((id) => role === 'owner' || !practiceSections[id].ownersOnly)
}
