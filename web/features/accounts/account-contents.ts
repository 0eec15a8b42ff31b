import type { Me } from '#contract/accounts.ts'
import { type LazySection, lazySection } from '#web/ui/lazy-section.ts'

import type { AccountSectionId } from './account-search.ts'

/** Every section but the first, which loads with the page. A section's headings are h3, below the name that the page shows. */
export const accountContents: Record<Exclude<AccountSectionId, 'perfil'>, LazySection<{ me: Me }>> = {
  seguridad: lazySection(() => import('./security/security-section.tsx').then((m) => m.SecuritySection)),
  sesiones: lazySection(() => import('./sessions/sessions-section.tsx').then((m) => m.SessionsSection)),
  personas: lazySection(() => import('./dependants/dependants-section.tsx').then((m) => m.DependantsSection)),
  avisos: lazySection(() => import('./notifications/notifications-section.tsx').then((m) => m.NotificationsSection)),
  datos: lazySection(() => import('./data-export/data-section.tsx').then((m) => m.DataSection)),
  eliminar: lazySection(() => import('./deletion/deletion-section.tsx').then((m) => m.DeletionSection)),
}
