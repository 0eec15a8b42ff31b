import { oneOf } from '#web/platform/search-params.ts'

/** In the order of the navigation. */
export const adminSectionIds = ['usuarios', 'centros', 'financiero', 'moderacion', 'cumplimiento'] as const
export type AdminSectionId = (typeof adminSectionIds)[number]

/** The URL's own names: users' links carry them. Without a section: the first one. */
export type AdminSearch = { seccion?: AdminSectionId }

export function parseAdminSearch(raw: Record<string, unknown>): AdminSearch {
  return { seccion: oneOf(adminSectionIds, raw.seccion) }
}
