import type { AccountSectionId } from './account-search.ts'

/** The sections' names, without icons: every page loads the routes, and the route needs the names. */
export const accountSections: Record<AccountSectionId, string> = {
  perfil: 'Perfil',
  seguridad: 'Seguridad',
  sesiones: 'Sesiones',
  personas: 'Personas a cargo',
  avisos: 'Avisos',
  datos: 'Mis datos',
  eliminar: 'Eliminar cuenta',
}
