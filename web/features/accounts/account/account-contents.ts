import type { Me } from '#contract/accounts.ts'
import { type LaterPart, laterPart } from '#web/platform/later-part.tsx'

import type { AccountSectionId } from './account-search.ts'

/** All but the first, which comes with the page. Each brings its own parts with h3 headings: the section's name is said around it. */
export const accountContents: Record<Exclude<AccountSectionId, 'perfil'>, LaterPart<{ me: Me }>> = {
  seguridad: laterPart(() => import('./security/security-section.tsx').then((m) => m.SecuritySection)),
  sesiones: laterPart(() => import('./sessions/sessions-section.tsx').then((m) => m.SessionsSection)),
  personas: laterPart(() => import('./dependants/dependants-section.tsx').then((m) => m.DependantsSection)),
  avisos: laterPart(() => import('./notifications/notifications-section.tsx').then((m) => m.NotificationsSection)),
  datos: laterPart(() => import('./own-data/data-section.tsx').then((m) => m.DataSection)),
  eliminar: laterPart(() => import('./deletion/deletion-section.tsx').then((m) => m.DeletionSection)),
}
