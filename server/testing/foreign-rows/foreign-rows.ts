import { readBefore } from '#server/testing/just-read.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { agenda } from './agenda.ts'
import { appointments } from './appointments.ts'
import { availability } from './availability.ts'
import { calendarFeeds } from './calendar-feeds.ts'
import { checkouts } from './checkouts.ts'
import { clinicalRecords } from './clinical-records.ts'
import { compliance } from './compliance.ts'
import { contacts } from './contacts.ts'
import { conversations } from './conversations.ts'
import { dataExports } from './data-exports.ts'
import { dependants } from './dependants.ts'
import type { ForeignRow, RouteName } from './foreign-row.ts'
import { invoicing } from './invoicing.ts'
import { loyalty } from './loyalty.ts'
import { notifications } from './notifications.ts'
import { packages } from './packages.ts'
import { paymentAccounts } from './payment-accounts.ts'
import { payments } from './payments.ts'
import { practice } from './practice.ts'
import { promotions } from './promotions.ts'
import { reminders } from './reminders.ts'
import { reviews } from './reviews.ts'
import { sessions } from './sessions.ts'
import { centerRecords, commissions, moderation, users } from './staff-actions.ts'
import { team } from './team.ts'
import { telehealth } from './telehealth.ts'
import { therapies } from './therapies.ts'
import { tills } from './tills.ts'

type ForeignRowCases = Partial<Record<RouteName, (platform: TestPlatform) => Promise<ForeignRow>>>

/**
 * For each route that is not public and names a row: the row, and the users who must not reach it. Routes by which staff change
 * several rows at once are in access-matrix/staff-actions.ts instead.
 * Each noun of the contract has a file beside this one. foreign-rows.test.ts and access-matrix.test.ts fail for a route without
 * a case.
 */
const cases: ForeignRowCases = {
  ...agenda,
  ...appointments,
  ...availability,
  ...calendarFeeds,
  ...centerRecords,
  ...checkouts,
  ...clinicalRecords,
  ...commissions,
  ...compliance,
  ...contacts,
  ...conversations,
  ...dataExports,
  ...dependants,
  ...invoicing,
  ...moderation,
  ...notifications,
  ...packages,
  ...paymentAccounts,
  ...payments,
  ...practice,
  ...loyalty,
  ...promotions,
  ...reminders,
  ...reviews,
  ...sessions,
  ...team,
  ...telehealth,
  ...therapies,
  ...tills,
  ...users,
}

/** Each request also carries the version of its row, as a caller sends it who has just read the row. */
export const foreignRows = Object.fromEntries(
  Object.entries(cases).map(([route, build]) => [
    route,
    async (platform: TestPlatform) => {
      const row = await build(platform)
      const { userId } = row.owner
      return { ...row, input: { ...(await readBefore(platform, { route, input: row.input, userId })), ...row.input } }
    },
  ]),
) as ForeignRowCases

/** Routes whose parameter doesn't name a row of another user: they concern the caller, or the holder of a link. */
export const notAboutRows: readonly RouteName[] = [
  // The route whose file is requested decides; downloads.test.ts tests it with each such route's own case.
  'downloads.create',
  // They concern the list of the caller; favorites.routes.test.ts tests that no other list changes.
  'favorites.merge',
  'favorites.remove',
  'favorites.save',
  // Every account redeems rewards, which belong to no user, and staff create and change them. The centre that a new one names is asked first.
  'loyalty.createReward',
  'loyalty.redeem',
  'loyalty.setRewardActive',
  'loyalty.updateReward',
  'notifications.setPreference',
  // The link that was mailed is the permission; questions.test.ts tests what it opens.
  'questions.answer',
  'questions.delete',
  'questions.read',
  'questions.send',
  // The gateway of the sweep knows no accounts; connected-accounts.test.ts of payment-accounts tests who connects one.
  'paymentAccounts.connect',
  // Deletes the caller's own dismissal, if there is one.
  'reminders.restore',
  // Every signed-in user may report a published review; review-reports.test.ts tests who may not report one.
  'reviews.reportAsReader',
  // Jobs, mails that failed and errors of browsers belong to no user; access.test.ts tests that only administrators call these.
  'serviceHealth.resolveError',
  'serviceHealth.retryJob',
  'serviceHealth.retryMail',
  'team.acceptInvitation',
  'team.registerInvited',
]
