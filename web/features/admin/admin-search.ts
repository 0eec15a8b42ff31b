import { checkTypes } from '#contract/check-types.ts'
import { commissionOrders, commissionPeriods, commissionStatuses } from '#contract/commission-statuses.ts'
import { documentLists, documentOrders, recordOrders, recordStatuses } from '#contract/record-statuses.ts'
import type { QueueView } from '#contract/report-kinds.ts'
import { roles } from '#contract/roles.ts'
import { userOrders, userStatuses } from '#contract/user-statuses.ts'
import { dayOf, idOf, searchParser, textOf } from '#web/platform/search-params.ts'

/** The ids are in the order of the navigation. */
export const adminSectionIds = [
  'usuarios',
  'centros',
  'financiero',
  'moderacion',
  'cumplimiento',
  'recompensas',
  'promociones',
  'marca',
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
  'invented_visit',
  'refund',
  'undone_payment',
  'reward',
  'promotion',
  'operator',
] as const

/** The names are those of the URL, because users keep links. Without a section, the first one opens. */
export const parseAdminSearch = searchParser({
  seccion: adminSectionIds,
  q: (raw) => textOf(raw)?.slice(0, 100) || undefined,
  rol: roles,
  estado: userStatuses,
  /** The order of the accounts, by default newest first. */
  orden: userOrders,
  /** The open account. */
  persona: idOf,
  /** The open centre. */
  centro: idOf,
  /** The status of the centres. */
  registro: recordStatuses,
  /** The order of the centres, by default newest first. */
  ordencentros: recordOrders,
  /** The open centre as its visitors see it. */
  vista: ['visitante'],
  /** The list of documents, by default those that wait for a review. */
  documentos: documentLists,
  /** The order of the documents, by default oldest first. */
  ordendocumentos: documentOrders,
  tipo: checkTypes,
  /** The open document, beside its facts. */
  documento: idOf,
  /** The view of Moderación, by default the open reports. */
  cola: moderationViews,
  /** Filters of the record: the target of the actions, and their days. */
  sobre: recordTargets,
  desde: dayOf,
  hasta: dayOf,
  periodo: commissionPeriods,
  comision: commissionStatuses,
  /** The order of the commissions, by default newest first. */
  ordencomision: commissionOrders,
})
export type AdminSearch = ReturnType<typeof parseAdminSearch>
