import { api } from '#server/api/procedures.ts'
import { accountsRoutes } from '#server/features/accounts/routes/accounts.ts'
import { dependantsRoutes } from '#server/features/accounts/routes/dependants.ts'
import { usersRoutes } from '#server/features/accounts/routes/users.ts'
import { agendaRoutes } from '#server/features/appointments/routes/agenda.ts'
import { appointmentsRoutes } from '#server/features/appointments/routes/appointments.ts'
import { remindersRoutes } from '#server/features/appointments/routes/reminders.ts'
import { therapiesRoutes } from '#server/features/appointments/routes/therapies.ts'
import { sessionsRoutes } from '#server/features/auth/routes/sessions.ts'
import { calendarFeedsRoutes } from '#server/features/calendar-feeds/calendar-feeds.routes.ts'
import { availabilityRoutes } from '#server/features/centers/routes/availability.ts'
import { centersRoutes } from '#server/features/centers/routes/centers.ts'
import { complianceRoutes } from '#server/features/centers/routes/compliance.ts'
import { practiceRoutes } from '#server/features/centers/routes/practice.ts'
import { centerRecordsRoutes } from '#server/features/centers/routes/records.ts'
import { teamRoutes } from '#server/features/centers/routes/team.ts'
import { checkoutsRoutes } from '#server/features/checkouts/checkouts.routes.ts'
import { clinicalRecordsRoutes } from '#server/features/clinical-records/clinical-records.routes.ts'
import { commissionsRoutes } from '#server/features/commissions/routes/commissions.ts'
import { contactsRoutes } from '#server/features/contacts/contacts.routes.ts'
import { conversationsRoutes } from '#server/features/conversations/routes/conversations.ts'
import { questionsRoutes } from '#server/features/conversations/routes/questions.ts'
import { favoritesRoutes } from '#server/features/favorites/favorites.routes.ts'
import { invoicingRoutes } from '#server/features/invoicing/invoicing.routes.ts'
import { loyaltyRoutes } from '#server/features/loyalty/routes/loyalty.ts'
import { moderationRoutes } from '#server/features/moderation/routes/moderation.ts'
import { notificationsRoutes } from '#server/features/notifications/notifications.routes.ts'
import { operatorRoutes } from '#server/features/operator/operator.routes.ts'
import { packagesRoutes } from '#server/features/packages/packages.routes.ts'
import { paymentAccountsRoutes } from '#server/features/payment-accounts/payment-accounts.routes.ts'
import { paymentsRoutes } from '#server/features/payments/payments.routes.ts'
import { promotionsRoutes } from '#server/features/promotions/routes/promotions.ts'
import { reviewsRoutes } from '#server/features/reviews/reviews.routes.ts'
import { mapRoutes } from '#server/features/search/routes/map.ts'
import { recommendationsRoutes } from '#server/features/search/routes/recommendations.ts'
import { searchRoutes } from '#server/features/search/routes/search.ts'
import { suggestionsRoutes } from '#server/features/search/routes/suggestions.ts'
import { supportRoutes } from '#server/features/support/support.routes.ts'
import { telehealthRoutes } from '#server/features/telehealth/telehealth.routes.ts'
import { tillsRoutes } from '#server/features/tills/routes/tills.ts'
import { acceptInvitationRoutes } from '#server/processes/accept-invitation.ts'
import { actOnUsersRoutes } from '#server/processes/act-on-users.ts'
import { addTimeOffRoutes } from '#server/processes/add-time-off.ts'
import { centerOverviewRoutes } from '#server/processes/center-overview.ts'
import { centerProfileRoutes } from '#server/processes/center-profile.ts'
import { changeIdentityRoutes } from '#server/processes/change-identity.ts'
import { correctAddressRoutes } from '#server/processes/correct-address.ts'
import { decideTelehealthRoutes } from '#server/processes/decide-telehealth.ts'
import { deleteAccountRoutes } from '#server/processes/delete-account.ts'
import { exportDataRoutes } from '#server/processes/export-data.ts'
import { findInCenterRoutes } from '#server/processes/find-in-center.ts'
import { mergeGuestsRoutes } from '#server/processes/merge-guests.ts'
import { readBesideTimelineRoutes } from '#server/processes/read-beside-timeline.ts'
import { readContactRoutes } from '#server/processes/read-contact.ts'
import { registerCenterRoutes } from '#server/processes/register-center.ts'
import { removeGuestRoutes } from '#server/processes/remove-guest.ts'
import { reportQueueRoutes } from '#server/processes/report-queue.ts'
import { settleMonthRoutes } from '#server/processes/settle-month.ts'
import { undoActionRoutes } from '#server/processes/undo-action.ts'
import { clientErrorsRoutes } from './client-errors.ts'
import { downloadsRoutes } from './downloads.ts'
import { liveRoutes } from './live.ts'
import { serviceHealthRoutes } from './service-health.ts'
import { statusRoutes } from './status.ts'

/** The implementation of the contract: each of its nouns as `<noun>Routes`, with the routes of the processes. */
export const router = api.router({
  accounts: { ...accountsRoutes, ...changeIdentityRoutes.accounts, ...deleteAccountRoutes.accounts },
  agenda: agendaRoutes,
  appointments: appointmentsRoutes,
  availability: { ...availabilityRoutes, ...addTimeOffRoutes.availability },
  calendarFeeds: calendarFeedsRoutes,
  centerRecords: { ...centerRecordsRoutes, ...centerProfileRoutes.centerRecords },
  centers: {
    ...centersRoutes,
    ...centerProfileRoutes.centers,
    ...registerCenterRoutes.centers,
    ...searchRoutes.centers,
  },
  checkouts: checkoutsRoutes,
  clientErrors: clientErrorsRoutes,
  clinicalRecords: { ...clinicalRecordsRoutes, ...readBesideTimelineRoutes.clinicalRecords },
  commissions: { ...commissionsRoutes, ...settleMonthRoutes.commissions },
  compliance: complianceRoutes,
  contacts: {
    ...contactsRoutes,
    ...findInCenterRoutes.contacts,
    ...readContactRoutes.contacts,
    ...removeGuestRoutes.contacts,
    ...mergeGuestsRoutes.contacts,
  },
  conversations: conversationsRoutes,
  dataExports: exportDataRoutes.dataExports,
  dependants: { ...dependantsRoutes, ...changeIdentityRoutes.dependants },
  downloads: downloadsRoutes,
  favorites: favoritesRoutes,
  invoicing: invoicingRoutes,
  live: liveRoutes,
  loyalty: loyaltyRoutes,
  map: mapRoutes,
  moderation: { ...moderationRoutes, ...undoActionRoutes.moderation },
  notifications: notificationsRoutes,
  operator: operatorRoutes,
  packages: packagesRoutes,
  paymentAccounts: paymentAccountsRoutes,
  payments: paymentsRoutes,
  practice: { ...practiceRoutes, ...centerOverviewRoutes.practice, ...centerProfileRoutes.practice },
  promotions: promotionsRoutes,
  questions: questionsRoutes,
  recommendations: recommendationsRoutes,
  reminders: remindersRoutes,
  reports: reportQueueRoutes.reports,
  reviews: reviewsRoutes,
  serviceHealth: serviceHealthRoutes,
  sessions: { ...sessionsRoutes, ...correctAddressRoutes.sessions },
  status: statusRoutes,
  suggestions: suggestionsRoutes,
  support: supportRoutes,
  team: { ...teamRoutes, ...acceptInvitationRoutes.team },
  telehealth: { ...telehealthRoutes, ...decideTelehealthRoutes.telehealth },
  therapies: therapiesRoutes,
  tills: tillsRoutes,
  users: { ...usersRoutes, ...actOnUsersRoutes.users },
})
