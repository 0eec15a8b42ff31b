import type { NotificationKind } from '#contract/notifications.ts'

/**
 * Every event that users are notified of, with the kind of its notification. Which events there are, who is notified, where the
 * notification leads, and which of the mails and of staff's actions belong to it, is in server/processes/events.test.ts.
 */
export const notificationEvents = {
  'appointments.booked': 'appointment',
  'appointments.moved': 'appointment',
  'appointments.cancelled': 'appointment',
  'appointments.unanswered': 'appointment',
  'appointments.booked_at_desk': 'appointment',
  'appointments.confirmed_by_center': 'appointment',
  'appointments.moved_by_center': 'appointment',
  'appointments.cancelled_by_center': 'appointment',
  'appointments.cancelled_for_patient': 'appointment',
  'appointments.marked_no_show': 'appointment',
  'appointments.refunded_by_center': 'appointment',
  'appointments.objected': 'appointment',
  'appointments.objection_decided': 'appointment',
  'appointments.reminder': 'reminder',
  'accounts.measure': 'account',
  'accounts.warning': 'account',
  'accounts.administrator': 'account',
  'accounts.data_export': 'account',
  'centers.measure': 'account',
  'centers.joined': 'account',
  'centers.removed_member': 'account',
  'checkouts.receipt': 'appointment',
  'clinical_records.first_reading': 'appointment',
  'clinical_records.consent_request': 'appointment',
  'clinical_records.consent_given': 'appointment',
  'commissions.settlement': 'account',
  'commissions.rate': 'account',
  'commissions.cancelled': 'account',
  'compliance.lapsing': 'reminder',
  'compliance.lapsed': 'account',
  'compliance.review': 'account',
  'conversations.unread': 'message',
  'conversations.measure': 'account',
  'conversations.warning': 'account',
  'loyalty.points': 'points',
  'loyalty.reward_expired': 'points',
  'promotions.announced': 'promotion',
  'reports.decided': 'account',
  'reviews.request': 'rating',
  'reviews.received': 'rating',
  'reviews.reply': 'rating',
  'reviews.measure': 'rating',
  'reviews.warning': 'rating',
  'tills.debt_reminder': 'appointment',
} as const satisfies Record<string, NotificationKind>

export type NotificationEvent = keyof typeof notificationEvents
