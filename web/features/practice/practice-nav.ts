import type { Membership } from '#contract/memberships.ts'
import type { PracticeFigures } from '#contract/practice.ts'
import type { WorkSection } from '#web/features/work/work-section.ts'
import type { IconComponent } from '#web/ui/icon.tsx'
import BadgeCheck from '~icons/lucide/badge-check'
import Banknote from '~icons/lucide/banknote'
import CalendarDays from '~icons/lucide/calendar-days'
import CalendarSync from '~icons/lucide/calendar-sync'
import Clock from '~icons/lucide/clock'
import House from '~icons/lucide/house'
import MessageSquareQuote from '~icons/lucide/message-square-quote'
import MessagesSquare from '~icons/lucide/messages-square'
import Store from '~icons/lucide/store'
import Tag from '~icons/lucide/tag'
import UserRoundSearch from '~icons/lucide/user-round-search'
import UsersRound from '~icons/lucide/users-round'
import Wallet from '~icons/lucide/wallet'

import type { PracticeSectionId } from './practice-search.ts'
import { sectionLabel } from './practice-sections.ts'

const icons: Record<PracticeSectionId, IconComponent> = {
  inicio: House,
  agenda: CalendarDays,
  disponibilidad: Clock,
  equipo: UsersRound,
  perfil: Store,
  pacientes: UserRoundSearch,
  mensajes: MessagesSquare,
  promociones: Tag,
  caja: Banknote,
  dinero: Wallet,
  documentos: BadgeCheck,
  opiniones: MessageSquareQuote,
  calendario: CalendarSync,
}

/** The first of the sections for settings, which follow those for the daily work. */
const firstSettingsSection: PracticeSectionId = 'disponibilidad'

/** The links of the navigation. `center`: as the URL names it. */
export function practiceNav({
  sections,
  open,
  center,
  attention,
  unread,
  membership,
}: {
  sections: readonly PracticeSectionId[]
  open: PracticeSectionId
  center: string | undefined
  attention: PracticeFigures['attention'] | undefined
  /** The centre's conversations with unread messages. */
  unread: number
  membership: Pick<Membership, 'worksAlone'>
}): WorkSection[] {
  return sections.map((id) => ({
    id,
    label: sectionLabel(id, membership),
    Icon: icons[id],
    link: { to: '/center/dashboard', search: { seccion: id === 'inicio' ? undefined : id, centro: center } },
    isOpen: id === open,
    isFirstOfGroup: id === firstSettingsSection,
    badge: id === 'mensajes' ? unreadBadge(unread) : attention && badgesOf(attention)[id],
  }))
}

function badgesOf({
  toConfirm,
  reviewsWithoutReply,
  documentsToRenew,
}: PracticeFigures['attention']): Partial<Record<PracticeSectionId, WorkSection['badge']>> {
  return {
    agenda: badgeOf({ count: toConfirm, one: 'pedido por responder', many: 'pedidos por responder' }),
    opiniones: badgeOf({ count: reviewsWithoutReply, one: 'opinión sin responder', many: 'opiniones sin responder' }),
    documentos: badgeOf({ count: documentsToRenew, one: 'documento por renovar', many: 'documentos por renovar' }),
  }
}

const unreadBadge = (count: number) => badgeOf({ count, one: 'conversación sin leer', many: 'conversaciones sin leer' })

function badgeOf({ count, one, many }: { count: number; one: string; many: string }): WorkSection['badge'] {
  return count === 0 ? undefined : { count, text: `${count} ${count === 1 ? one : many}` }
}
