import type { QueryClient } from '@tanstack/react-query'

import type { Membership } from '#contract/memberships.ts'
import { agendaDates, agendaRequest } from '#web/features/agenda/agenda-dates.ts'
import type { ApiTools } from '#web/platform/api.ts'
import { type LazySection, lazySection } from '#web/ui/lazy-section.ts'

import type { PracticeSearch, PracticeSectionId } from './practice-search.ts'

/** The sections, loaded on first opening. Each gets the membership of the signed-in member. */
export const practiceContents: Record<PracticeSectionId, LazySection<{ membership: Membership }>> = {
  inicio: lazySection(() => import('./overview/overview-section.tsx').then((m) => m.OverviewSection)),
  agenda: lazySection(() => import('#web/features/agenda/agenda-section.tsx').then((m) => m.AgendaSection)),
  pacientes: lazySection(() => import('#web/features/contacts/contacts-section.tsx').then((m) => m.ContactsSection)),
  mensajes: lazySection(() => import('./messages/messages-section.tsx').then((m) => m.MessagesSection)),
  promociones: lazySection(() =>
    import('#web/features/promotions/center-promotions.tsx').then((m) => m.CenterPromotions),
  ),
  caja: lazySection(() => import('#web/features/tills/till-section.tsx').then((m) => m.TillSection)),
  dinero: lazySection(() => import('#web/features/payments/money-section.tsx').then((m) => m.MoneySection)),
  opiniones: lazySection(() => import('#web/features/reviews/reviews-section.tsx').then((m) => m.ReviewsSection)),
  calendario: lazySection(() => import('#web/features/calendar-feeds/feeds-section.tsx').then((m) => m.FeedsSection)),
  disponibilidad: lazySection(() =>
    import('#web/features/availability/availability-section.tsx').then((m) => m.AvailabilitySection),
  ),
  equipo: lazySection(() => import('#web/features/team/team-section.tsx').then((m) => m.TeamSection)),
  perfil: lazySection(() => import('./profile/profile-section.tsx').then((m) => m.ProfileSection)),
  documentos: lazySection(() =>
    import('#web/features/compliance/documents-section.tsx').then((m) => m.DocumentsSection),
  ),
}

/** The membership that the URL names, or the first one. */
export function membershipOf<Each extends Pick<Membership, 'centerId'>>({
  items,
  centerId,
}: {
  items: readonly Each[] | undefined
  centerId: string | undefined
}): Each | undefined {
  return items?.find((each) => each.centerId === centerId) ?? items?.[0]
}

/**
 * Prefetches what the dashboard first shows. Cached data is not refetched. A failed request is repeated, and its error shown,
 * by the component that needs it.
 */
export async function prefetchSection({
  search,
  queryClient,
  queries,
}: {
  search: PracticeSearch
  queryClient: QueryClient
  queries: ApiTools['queries']
}): Promise<void> {
  const me = queryClient.ensureQueryData(queries.accounts.me.queryOptions())
  const memberships = queryClient.ensureQueryData(queries.practice.memberships.queryOptions())
  await Promise.allSettled([me, memberships.then(prefetchAgenda)])

  async function prefetchAgenda({ items }: Awaited<typeof memberships>): Promise<void> {
    const membership = membershipOf({ items, centerId: search.centro })
    if (search.seccion !== 'agenda' || !membership) return
    const input = agendaRequest({ centerId: membership.centerId, dates: agendaDates(search) })
    await queryClient.ensureQueryData(queries.agenda.get.queryOptions({ input }))
  }
}
