import { acceptedDocuments, account, copies, dependants, mails } from '#server/features/accounts/data-export/account.ts'
import {
  identities,
  openLinks,
  secondFactors,
  sessions,
} from '#server/features/accounts/data-export/sign-in-methods.ts'
import {
  appointments,
  centerAppointments,
  noShowObjections,
} from '#server/features/appointments/appointments.data-export.ts'
import { calendarFeeds } from '#server/features/calendar-feeds/calendar-feeds.data-export.ts'
import { center, invitations, memberships } from '#server/features/centers/data-export/center.ts'
import { documents } from '#server/features/centers/data-export/documents.ts'
import { hours, professionals, timeOff } from '#server/features/centers/data-export/professionals.ts'
import { services } from '#server/features/centers/data-export/services.ts'
import { checkouts } from '#server/features/checkouts/checkouts.data-export.ts'
import {
  clinicalRecordAccesses,
  clinicalRecordConsents,
  clinicalRecords,
  privateNotes,
} from '#server/features/clinical-records/clinical-records.data-export.ts'
import { commissionRates, commissions } from '#server/features/commissions/commissions.data-export.ts'
import {
  centerPatients,
  contactFacts,
  patientExports,
  patientImports,
} from '#server/features/contacts/contacts.data-export.ts'
import { messageActions, messageReports, messages } from '#server/features/conversations/conversations.data-export.ts'
import { favorites } from '#server/features/favorites/favorites.data-export.ts'
import { centerTaxData, fiscalDocuments, taxData } from '#server/features/invoicing/invoicing.data-export.ts'
import { centerRewards, pointMovements, points, redemptions } from '#server/features/loyalty/loyalty.data-export.ts'
import { actions, centerActions } from '#server/features/moderation/moderation.data-export.ts'
import {
  notificationPreferences,
  notifications,
  pushSubscriptions,
} from '#server/features/notifications/notifications.data-export.ts'
import { ownPackages, packageOffers, soldPackages } from '#server/features/packages/packages.data-export.ts'
import { centerPayments, deskPayments } from '#server/features/payments/payments.data-export.ts'
import { promotions, promotionUses } from '#server/features/promotions/promotions.data-export.ts'
import {
  actionAnswers,
  removedReviews,
  reviewReplies,
  reviewReports,
  reviews,
} from '#server/features/reviews/reviews.data-export.ts'
import { supportRequests } from '#server/features/support/support.data-export.ts'
import { telehealthConsents } from '#server/features/telehealth/telehealth.data-export.ts'
import { debtReminders, tillClosings } from '#server/features/tills/tills.data-export.ts'
import type { DataExportPart } from '#server/platform/data-export.ts'

/** Everything that a data export contains, in the order of its page, and the progress in percent after each stage. */
export const stages: readonly { parts: readonly DataExportPart[]; percent: number }[] = [
  { parts: [account], percent: 20 },
  {
    parts: [
      appointments,
      noShowObjections,
      clinicalRecords,
      clinicalRecordAccesses,
      clinicalRecordConsents,
      telehealthConsents,
    ],
    percent: 40,
  },
  {
    parts: [messages, reviews, removedReviews, actionAnswers, points, pointMovements, redemptions, promotionUses],
    percent: 55,
  },
  {
    parts: [
      ...[
        dependants,
        identities,
        secondFactors,
        sessions,
        openLinks,
        acceptedDocuments,
        taxData,
        contactFacts,
        favorites,
        notificationPreferences,
        notifications,
        pushSubscriptions,
        actions,
        messageReports,
        messageActions,
      ],
      ...[
        center,
        centerTaxData,
        memberships,
        invitations,
        professionals,
        services,
        documents,
        centerActions,
        hours,
        timeOff,
      ],
      ...[centerPatients, patientExports, patientImports, centerAppointments, centerPayments, fiscalDocuments],
      ...[
        deskPayments,
        debtReminders,
        checkouts,
        ownPackages,
        soldPackages,
        packageOffers,
        tillClosings,
        commissions,
        commissionRates,
        reviewReplies,
        reviewReports,
        promotions,
        centerRewards,
        privateNotes,
        calendarFeeds,
        supportRequests,
      ],
    ],
    percent: 75,
  },
  { parts: [mails, copies], percent: 85 },
]
