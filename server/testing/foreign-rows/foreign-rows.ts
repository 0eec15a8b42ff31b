import type { TestPlatform } from '#server/testing/platform.ts'
import { agenda } from './agenda.ts'
import { appointments } from './appointments.ts'
import { availability } from './availability.ts'
import { calendarFeeds } from './calendar-feeds.ts'
import { compliance } from './compliance.ts'
import { contacts } from './contacts.ts'
import { dataExports } from './data-exports.ts'
import { dependants } from './dependants.ts'
import type { ForeignRow, RouteName } from './foreign-row.ts'
import { payments } from './payments.ts'
import { practice } from './practice.ts'
import { reviews } from './reviews.ts'
import { sessions } from './sessions.ts'
import { centerRecords, commissions, moderation, users } from './staff-measures.ts'
import { team } from './team.ts'

/**
 * For each route that is not public and has an id in its path: a row, and the users who must not reach it.
 * Each noun of the contract has a file beside this one. foreign-rows.test.ts fails for a route without a case.
 */
export const foreignRows: Partial<Record<RouteName, (platform: TestPlatform) => Promise<ForeignRow>>> = {
  ...agenda,
  ...appointments,
  ...availability,
  ...calendarFeeds,
  ...centerRecords,
  ...commissions,
  ...compliance,
  ...contacts,
  ...dataExports,
  ...dependants,
  ...moderation,
  ...payments,
  ...practice,
  ...reviews,
  ...sessions,
  ...team,
  ...users,
}

/** Routes whose path parameter doesn't name a row: they concern the caller, or the holder of a link. */
export const notAboutRows: readonly RouteName[] = [
  'notifications.setPreference',
  // A job belongs to no user; access.test.ts tests that only administrators call it.
  'serviceHealth.retryJob',
  'team.acceptInvitation',
  'team.registerInvited',
]
