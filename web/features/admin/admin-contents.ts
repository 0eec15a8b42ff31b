import { type LazySection, lazySection } from '#web/platform/lazy-section.tsx'

import type { AdminSectionId } from './admin-search.ts'

/** The sections, loaded on first opening. */
export const adminContents: Record<AdminSectionId, LazySection<object>> = {
  centros: lazySection(() => import('./centers/centers-section.tsx').then((m) => m.CentersSection)),
  cumplimiento: lazySection(() => import('./documents/documents-section.tsx').then((m) => m.DocumentsSection)),
  moderacion: lazySection(() => import('./moderation/moderation-section.tsx').then((m) => m.ModerationSection)),
  salud: lazySection(() => import('./health/health-section.tsx').then((m) => m.HealthSection)),
  recompensas: lazySection(() => import('./rewards/rewards-section.tsx').then((m) => m.RewardsSection)),
  usuarios: lazySection(() => import('./users/users-section.tsx').then((m) => m.UsersSection)),
  financiero: lazySection(() => import('./finance/finance-section.tsx').then((m) => m.FinanceSection)),
}
