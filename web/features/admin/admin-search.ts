import { type CheckType, checkTypes } from '#contract/check-types.ts'
import {
  type CommissionOrder,
  type CommissionPeriod,
  type CommissionStatus,
  commissionOrders,
  commissionPeriods,
  commissionStatuses,
} from '#contract/commission-statuses.ts'
import {
  type DocumentList,
  type DocumentOrder,
  documentLists,
  documentOrders,
  type RecordOrder,
  type RecordStatus,
  recordOrders,
  recordStatuses,
} from '#contract/record-statuses.ts'
import type { QueueView } from '#contract/report-kinds.ts'
import { type Role, roles } from '#contract/roles.ts'
import { type UserOrder, type UserStatus, userOrders, userStatuses } from '#contract/user-statuses.ts'
import { dayOf, idOf, searchParser, textOf } from '#web/platform/search-params.ts'

/** The ids are in the order of the navigation. */
export const adminSectionIds = [
  'usuarios',
  'centros',
  'financiero',
  'moderacion',
  'cumplimiento',
  'recompensas',
  'salud',
] as const
export type AdminSectionId = (typeof adminSectionIds)[number]

/** The record of all actions is a view beside those of the queue. */
export const moderationViews = ['reported', 'reviews', 'removed', 'record'] as const satisfies readonly (
  | QueueView
  | 'record'
)[]

export const recordTargets = [
  'user',
  'center',
  'review',
  'message',
  'document',
  'commission',
  'no_show',
  'cancellation',
  'early_visit',
  'reward',
  'promotion',
] as const

export type AdminSearch = {
  seccion?: AdminSectionId | undefined
  q?: string | undefined
  rol?: Role | undefined
  estado?: UserStatus | undefined
  /** The order of the accounts, by default newest first. */
  orden?: UserOrder | undefined
  /** The open account. */
  persona?: string | undefined
  /** The open centre. */
  centro?: string | undefined
  /** The status of the centres. */
  registro?: RecordStatus | undefined
  /** The order of the centres, by default newest first. */
  ordencentros?: RecordOrder | undefined
  /** The open centre as its visitors see it. */
  vista?: 'visitante' | undefined
  /** The list of documents, by default those that wait for a review. */
  documentos?: DocumentList | undefined
  /** The order of the documents, by default oldest first. */
  ordendocumentos?: DocumentOrder | undefined
  tipo?: CheckType | undefined
  /** The open document, beside its facts. */
  documento?: string | undefined
  /** The view of Moderación, by default the open reports. */
  cola?: (typeof moderationViews)[number] | undefined
  /** Filters of the record: the target of the actions, and their days. */
  sobre?: (typeof recordTargets)[number] | undefined
  desde?: string | undefined
  hasta?: string | undefined
  periodo?: CommissionPeriod | undefined
  comision?: CommissionStatus | undefined
  /** The order of the commissions, by default newest first. */
  ordencomision?: CommissionOrder | undefined
}

/** The names are those of the URL, because users keep links. Without a section, the first one opens. */
export const parseAdminSearch = searchParser<AdminSearch>({
  seccion: adminSectionIds,
  q: (raw) => textOf(raw)?.slice(0, 100) || undefined,
  rol: roles,
  estado: userStatuses,
  orden: userOrders,
  persona: idOf,
  centro: idOf,
  registro: recordStatuses,
  ordencentros: recordOrders,
  vista: ['visitante'],
  documentos: documentLists,
  ordendocumentos: documentOrders,
  tipo: checkTypes,
  documento: idOf,
  cola: moderationViews,
  sobre: recordTargets,
  desde: dayOf,
  hasta: dayOf,
  periodo: commissionPeriods,
  comision: commissionStatuses,
  ordencomision: commissionOrders,
})
