import { type LazySection, lazySection } from '#web/platform/lazy-section.tsx'

import type { AdminSectionId } from './admin-search.ts'

/** The sections, loaded on first opening. */
export const adminContents: Partial<Record<AdminSectionId, LazySection<object>>> = {
  salud: lazySection(() => import('./health/health-section.tsx').then((m) => m.HealthSection)),
  usuarios: lazySection(() => import('./users/users-section.tsx').then((m) => m.UsersSection)),
  financiero: lazySection(() => import('./finance/finance-section.tsx').then((m) => m.FinanceSection)),
}
