import type { Membership } from '#contract/memberships.ts'
import { type LaterPart, laterPart } from '#web/platform/later-part.tsx'

import type { PracticeSectionId } from './practice-search.ts'

/** Each is loaded when it is opened first, and gets the membership under which it is looked at. */
export const practiceContents: Record<PracticeSectionId, LaterPart<{ membership: Membership }>> = {
  inicio: laterPart(() => import('./overview/overview-section.tsx').then((m) => m.OverviewSection)),
  agenda: laterPart(() => import('#web/features/agenda/agenda-section.tsx').then((m) => m.AgendaSection)),
  pacientes: laterPart(() => import('#web/features/contacts/contacts-section.tsx').then((m) => m.ContactsSection)),
  dinero: laterPart(() => import('#web/features/payments/money-section.tsx').then((m) => m.MoneySection)),
  opiniones: laterPart(() => import('#web/features/reviews/reviews-section.tsx').then((m) => m.ReviewsSection)),
  calendario: laterPart(() => import('#web/features/calendar-feeds/feeds-section.tsx').then((m) => m.FeedsSection)),
  disponibilidad: laterPart(() => import('./availability/availability-section.tsx').then((m) => m.AvailabilitySection)),
  equipo: laterPart(() => import('./team/team-section.tsx').then((m) => m.TeamSection)),
  perfil: laterPart(() => import('./profile/profile-section.tsx').then((m) => m.ProfileSection)),
  documentos: laterPart(() => import('./documents/documents-section.tsx').then((m) => m.DocumentsSection)),
}
