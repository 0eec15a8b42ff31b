import type { QueryClient } from '@tanstack/react-query'

import type { Membership } from '#contract/memberships.ts'
import { agendaDates, agendaQuestion } from '#web/features/agenda/agenda-search.ts'
import type { ApiTools } from '#web/platform/api.ts'
import { type LaterPart, laterPart } from '#web/platform/later-part.tsx'

import type { PracticeSearch, PracticeSectionId } from './practice-search.ts'

/** Each is loaded when it is opened first, and gets the membership under which it is looked at. */
export const practiceContents: Record<PracticeSectionId, LaterPart<{ membership: Membership }>> = {
  inicio: laterPart(() => import('./overview/overview-section.tsx').then((m) => m.OverviewSection)),
  agenda: laterPart(() => import('#web/features/agenda/agenda-section.tsx').then((m) => m.AgendaSection)),
  pacientes: laterPart(() => import('#web/features/contacts/contacts-section.tsx').then((m) => m.ContactsSection)),
  dinero: laterPart(() => import('#web/features/payments/money-section.tsx').then((m) => m.MoneySection)),
  opiniones: laterPart(() => import('#web/features/reviews/reviews-section.tsx').then((m) => m.ReviewsSection)),
  calendario: laterPart(() => import('#web/features/calendar-feeds/feeds-section.tsx').then((m) => m.FeedsSection)),
  disponibilidad: laterPart(() =>
    import('#web/features/availability/availability-section.tsx').then((m) => m.AvailabilitySection),
  ),
  equipo: laterPart(() => import('#web/features/team/team-section.tsx').then((m) => m.TeamSection)),
  perfil: laterPart(() => import('./profile/profile-section.tsx').then((m) => m.ProfileSection)),
  documentos: laterPart(() => import('#web/features/compliance/documents-section.tsx').then((m) => m.DocumentsSection)),
}

/** The one that the address names, else the first. */
export function membershipOf<Each extends Pick<Membership, 'centerId'>>(o: {
  items: readonly Each[] | undefined
  centro: string | undefined
}): Each | undefined {
  return o.items?.find(({ centerId }) => centerId === o.centro) ?? o.items?.[0]
}

/**
 * Asks for what the dashboard begins with, without waiting until it is drawn. What is known is not asked for again, and what
 * fails is asked for by whoever shows it, who also says so.
 */
export async function askAhead(o: {
  search: PracticeSearch
  queryClient: QueryClient
  queries: ApiTools['queries']
}): Promise<void> {
  const { search, queryClient, queries } = o
  const me = queryClient.ensureQueryData(queries.accounts.me.queryOptions())
  const memberships = queryClient.ensureQueryData(queries.practice.memberships.queryOptions())
  await Promise.allSettled([me, memberships.then(askForSection)])

  async function askForSection({ items }: Awaited<typeof memberships>): Promise<void> {
    const membership = membershipOf({ items, centro: search.centro })
    if (search.seccion !== 'agenda' || !membership) return
    const input = agendaQuestion({ centerId: membership.centerId, dates: agendaDates(search) })
    await queryClient.ensureQueryData(queries.agenda.get.queryOptions({ input }))
  }
}
