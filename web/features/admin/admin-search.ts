import { roles } from '#contract/roles.ts'
import { userStatuses } from '#contract/users.ts'
import { idOf, oneOf, textOf } from '#web/platform/search-params.ts'

/** In the order of the navigation. */
export const adminSectionIds = ['usuarios', 'centros', 'financiero', 'moderacion', 'cumplimiento'] as const
export type AdminSectionId = (typeof adminSectionIds)[number]

export const orders = ['newest', 'oldest'] as const

/** The URL's own names: users' links carry them. Without a section: the first one. */
export function parseAdminSearch(raw: Record<string, unknown>) {
  return {
    seccion: oneOf(adminSectionIds, raw.seccion),
    /** What is searched for. */
    q: textOf(raw.q)?.slice(0, 100) || undefined,
    rol: oneOf(roles, raw.rol),
    estado: oneOf(userStatuses, raw.estado),
    orden: oneOf(orders, raw.orden),
    /** The account that is open. */
    persona: idOf(raw.persona),
  }
}

export type AdminSearch = Partial<ReturnType<typeof parseAdminSearch>>
