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

/** Dialogs, sheets and menus, each by the screen and the names of what is pressed one after the other; none of it writes. */
export const popups: readonly { viewer: Viewer; path: string; presses: readonly string[] }[] = [
  { viewer: 'visitor', path: '/centers?q=me duele la espalda', presses: ['Filtros'] },
  { viewer: 'visitor', path: '/login', presses: ['Menú'] },
  { viewer: 'patient', path: '/dashboard', presses: ['Mover'] },
  { viewer: 'patient', path: '/dashboard', presses: ['Más:'] },
  { viewer: 'patient', path: '/dashboard', presses: ['Más:', 'Cancelar la cita'] },
  { viewer: 'patient', path: '/dashboard', presses: ['Notificaciones'] },
  { viewer: 'patient', path: '/dashboard', presses: ['Tu cuenta,'] },
  { viewer: 'patient', path: '/dashboard?tab=history', presses: ['Calificar'] },
  { viewer: 'patient', path: '/dashboard?tab=history', presses: ['Pagar'] },
  ...[
    ['agenda', 'Nueva cita'],
    ['agenda', 'Buscar persona'],
    ['agenda', 'Abrir el calendario'],
    ['agenda', 'Agust'],
    ['agenda', 'Mover el día'],
    ['agenda', 'Más'],
    ['equipo', 'Editar a '],
    ['equipo', 'Editar Sesión'],
    ['disponibilidad', 'Agregar ausencia'],
    ['disponibilidad', 'Copiar el lunes'],
    ['promociones', 'Crear promoción'],
    ['opiniones', 'Reportar'],
  ].map(([section, press = '']) => ({
    viewer: 'owner' as const,
    path: `/center/dashboard?seccion=${section}`,
    presses: [press],
  })),
  { viewer: 'admin', path: '/admin/dashboard?seccion=recompensas', presses: ['Crear recompensa'] },
  { viewer: 'admin', path: '/admin/dashboard?seccion=financiero', presses: ['Historial de la comisión'] },
  { viewer: 'admin', path: '/admin/dashboard?seccion=moderacion', presses: ['Retirar'] },
]
