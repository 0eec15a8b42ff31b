import type { ContractRouter } from '@orpc/contract'
import { accounts } from './accounts.ts'
import { agenda } from './agenda-routes.ts'
import { appointments } from './appointment-routes.ts'
import { availability } from './availability.ts'
import { calendarFeeds } from './calendar-feeds.ts'
import { centerRecords } from './center-records.ts'
import { centers } from './centers.ts'
import { checkouts } from './checkouts.ts'
import { clientErrors } from './client-errors.ts'
import { clinicalRecords } from './clinical-record-routes.ts'
import { commissions } from './commissions.ts'
import { compliance } from './compliance.ts'
import { contacts } from './contacts.ts'
import { conversations } from './conversations.ts'
import { dataExports } from './data-exports.ts'
import { dependants } from './dependants.ts'
import { downloads } from './downloads.ts'
import { favorites } from './favorites.ts'
import { invoicing } from './invoicing.ts'
import { live } from './live.ts'
import { loyalty } from './loyalty.ts'
import { map } from './map.ts'
import { moderation } from './moderation.ts'
import { monthSettlements } from './month-settlements.ts'
import { notifications } from './notifications.ts'
import { operator } from './operator.ts'
import { packages } from './packages.ts'
import { paymentAccounts } from './payment-accounts.ts'
import { payments } from './payments.ts'
import { practice } from './practice.ts'
import { promotions } from './promotion-routes.ts'
import { questions } from './questions.ts'
import { recommendations } from './recommendations.ts'
import { reminders } from './reminders.ts'
import { reports } from './reports.ts'
import { reviews } from './reviews.ts'
import type { Noun, RouteMeta } from './route.ts'
import { serviceHealth } from './service-health.ts'
import { sessions } from './sessions.ts'
import { status } from './status.ts'
import { suggestions } from './suggestions.ts'
import { support } from './support.ts'
import { team } from './team-routes.ts'
import { telehealth } from './telehealth.ts'
import { therapies } from './therapies.ts'
import { tills } from './tills.ts'
import { undoAction } from './undo-action.ts'
import { users } from './users.ts'

/** Every route that the browser may call, by noun. A route that `route()` did not create does not compile here. */
export const contract = {
  accounts,
  agenda,
  appointments,
  availability,
  calendarFeeds,
  centerRecords,
  centers,
  checkouts,
  clientErrors,
  clinicalRecords,
  commissions: { ...commissions, ...monthSettlements },
  compliance,
  contacts,
  conversations,
  dataExports,
  dependants,
  downloads,
  favorites,
  invoicing,
  live,
  loyalty,
  map,
  moderation: { ...moderation, undo: undoAction },
  notifications,
  operator,
  packages,
  paymentAccounts,
  payments,
  practice,
  promotions,
  questions,
  recommendations,
  reminders,
  reports,
  reviews,
  serviceHealth,
  sessions,
  status,
  suggestions,
  support,
  team,
  telehealth,
  therapies,
  tills,
  users,
} satisfies Record<Noun, ContractRouter<RouteMeta>>

export type Contract = typeof contract
