import type { AccountSectionId } from './account-search.ts'

/** What each is called. Without its icon: the route knows the names, and every page loads the routes. */
export const accountSections: Record<AccountSectionId, string> = {
  perfil: 'Perfil',
  seguridad: 'Seguridad',
  sesiones: 'Sesiones',
  personas: 'Personas a cargo',
  avisos: 'Avisos',
  datos: 'Mis datos',
  eliminar: 'Eliminar cuenta',
}
