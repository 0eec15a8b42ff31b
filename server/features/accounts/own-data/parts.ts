import { appointments } from '#server/features/appointments/appointments.own-data.ts'
import { calendarFeeds } from '#server/features/calendar-feeds/calendar-feeds.own-data.ts'
import { center, invitations, memberships } from '#server/features/centers/centers.own-data.ts'
import { commissions } from '#server/features/commissions/commissions.own-data.ts'
import { documents } from '#server/features/compliance/compliance.own-data.ts'
import { pointMovements, points } from '#server/features/loyalty/loyalty.own-data.ts'
import { notificationPreferences } from '#server/features/notifications/notifications.own-data.ts'
import { deskPayments } from '#server/features/payments/payments.own-data.ts'
import { hours, professionals, timeOff } from '#server/features/professionals/professionals.own-data.ts'
import { reviewReplies, reviewReports, reviews } from '#server/features/reviews/reviews.own-data.ts'
import { services } from '#server/features/services/services.own-data.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'
import { acceptedDocuments, account, copies, dependants, mails } from './account.ts'
import { identities, openLinks, secondFactors, sessions } from './ways-in.ts'

/** Everything that a person takes along, in the order of the page, and how many percent are done after each stretch of it. */
export const stretches: readonly { parts: readonly OwnDataPart[]; percent: number }[] = [
  { parts: [account], percent: 20 },
  { parts: [appointments], percent: 40 },
  { parts: [reviews, points, pointMovements], percent: 55 },
  {
    parts: [
      ...[dependants, identities, secondFactors, sessions, openLinks, acceptedDocuments, notificationPreferences],
      ...[center, memberships, invitations, professionals, services, documents, hours, timeOff],
      ...[deskPayments, commissions, reviewReplies, reviewReports, calendarFeeds],
    ],
    percent: 75,
  },
  { parts: [mails, copies], percent: 85 },
]
