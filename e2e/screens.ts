import { accountSectionIds } from '#web/features/accounts/account-search.ts'
import { adminSectionIds } from '#web/features/admin/admin-search.ts'
import { practiceSectionIds } from '#web/features/practice/practice-search.ts'

/** Who opens a screen: a demo account, or a visitor. */
export type Viewer = 'visitor' | 'patient' | 'owner' | 'admin'

export const demoEmails: Record<Exclude<Viewer, 'visitor'>, string> = {
  patient: 'paciente@demo.uy',
  owner: 'centro@demo.uy',
  admin: 'admin@demo.uy',
}

/** The screens of a signed-in person. */
export const privateScreens: readonly { viewer: Exclude<Viewer, 'visitor'>; path: string }[] = [
  ...[
    '/dashboard',
    '/dashboard?tab=history',
    '/dashboard?tab=profile',
    '/promotions',
    '/loyalty',
    '/loyalty?pestana=mias',
    '/loyalty?pestana=historial',
    '/favorites',
    '/patient-welcome',
    '/complete-registration',
    '/notifications',
    '/chat',
    ...accountSectionIds.map((id) => `/account?seccion=${id}`),
  ].map((path) => ({ viewer: 'patient' as const, path })),
  ...[...practiceSectionIds.map((id) => `/center/dashboard?seccion=${id}`), '/promotions'].map((path) => ({
    viewer: 'owner' as const,
    path,
  })),
  ...adminSectionIds.map((id) => ({ viewer: 'admin' as const, path: `/admin/dashboard?seccion=${id}` })),
]

/** The screens of a visitor without a session. */
export const publicScreens: readonly string[] = [
  '/',
  '/services',
  '/services/fisioterapia',
  '/centers',
  '/centers?map=1',
  '/search-centers',
  '/contact',
  '/faq',
  '/terms',
  '/privacy',
  '/login',
  '/register',
  '/register?tipo=centro',
  '/register-center',
  '/forgot-password',
  '/reset-password',
  '/favorites',
  '/compare',
  '/patient-welcome',
  '/center-welcome',
  '/center/invitation/ninguna',
  '/thank-you',
  '/no-hay-nada',
]
