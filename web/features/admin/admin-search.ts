import {
  type CommissionPeriod,
  type CommissionStatus,
  commissionPeriods,
  commissionStatuses,
} from '#contract/commission-statuses.ts'
import { type CheckStatus, checkStatuses, type RecordStatus, recordStatuses } from '#contract/record-statuses.ts'
import { type Role, roles } from '#contract/roles.ts'
import { type UserStatus, userStatuses } from '#contract/user-statuses.ts'
import { idOf, oneOf, textOf } from '#web/platform/search-params.ts'

/** In the order of the navigation. */
export const adminSectionIds = ['usuarios', 'centros', 'financiero', 'moderacion', 'cumplimiento', 'salud'] as const
export type AdminSectionId = (typeof adminSectionIds)[number]

export const orders = ['newest', 'oldest'] as const

export type AdminSearch = {
  seccion?: AdminSectionId | undefined
  /** What is searched for. */
  q?: string | undefined
  rol?: Role | undefined
  estado?: UserStatus | undefined
  orden?: (typeof orders)[number] | undefined
  /** The account that is open. */
  persona?: string | undefined
  /** The centre that is open. */
  centro?: string | undefined
  /** Of the centres. */
  registro?: RecordStatus | undefined
  /** Of the documents; those that wait for a review without it. */
  documentos?: CheckStatus | undefined
  /** Of the commissions. */
  periodo?: CommissionPeriod | undefined
  comision?: CommissionStatus | undefined
}

/** The URL's own names: users' links carry them. Without a section: the first one. */
export function parseAdminSearch(raw: Record<string, unknown>): AdminSearch {
  return {
    seccion: oneOf(adminSectionIds, raw.seccion),
    q: textOf(raw.q)?.slice(0, 100) || undefined,
    rol: oneOf(roles, raw.rol),
    estado: oneOf(userStatuses, raw.estado),
    orden: oneOf(orders, raw.orden),
    persona: idOf(raw.persona),
    centro: idOf(raw.centro),
    registro: oneOf(recordStatuses, raw.registro),
    documentos: oneOf(checkStatuses, raw.documentos),
    periodo: oneOf(commissionPeriods, raw.periodo),
    comision: oneOf(commissionStatuses, raw.comision),
  }
}
