import type { NotificationKind } from '#contract/notifications.ts'
import { dayMs } from './local-time.ts'

/** What a mail or a push is about. The database's subject_state() says which parts of it the text mentions. */
export type Subject =
  | 'appointment'
  | 'moved appointment'
  | 'debt'
  | 'review request'
  | 'link'
  | 'invitation'
  | 'messages to the patient'
  | 'messages to the center'
  | 'promotion'
  | 'data export'
  | 'document'
  | 'account'
  | 'center'
  | 'review'
  | 'message'

type MailRule = {
  /** How long the mail may wait for a mail server. */
  validMs: number
  /**
   * The subject whose state must be the same when the mail is sent; null when the mail states what happened, which
   * stays true.
   */
  about: Subject | null
  /** The switch of Mi Cuenta that stops such mails. Null: its reader cannot switch such mails off. */
  preference: NotificationKind | null
  /** Advertising, which its reader can stop from the mail program without signing in (RFC 8058). */
  isPromotional?: true
}

const week = 7 * dayMs
/** A month, after which mails that were never sent are deleted. */
const asLongAsKept = 30 * dayMs

const appointment = { validMs: week, about: 'appointment', preference: 'appointment' } as const
const toCenter = { validMs: week, about: 'appointment', preference: null } as const
const reminder = { validMs: dayMs, about: 'appointment', preference: 'reminder' } as const
const link = { validMs: dayMs, about: 'link', preference: null } as const
/** A warning that comes late still lets its reader act. */
const security = { validMs: 14 * dayMs, about: null, preference: null } as const
/** What it says stays true whatever staff decide afterwards. */
const warning = { validMs: 14 * dayMs, about: null, preference: null } as const
const decision = (about: Subject) => ({ validMs: 14 * dayMs, about, preference: null }) as const

/**
 * Every kind of mail, with what is checked again when it is sent. Kinds of mails to a centre's contact address end in '.center',
 * so that data exports can tell a centre's mails from a user's (auth/rules/own-mail.ts).
 */
const mailRules = {
  'appointments.booked': appointment,
  'appointments.booked.center': toCenter,
  // Of several appointments, as they are when it is queued; each later change has its own mail. As long as its link.
  'appointments.bookings': { validMs: dayMs, about: null, preference: 'appointment' },
  'appointments.moved': appointment,
  'appointments.moved.center': toCenter,
  'appointments.cancelled': appointment,
  'appointments.cancelled.center': toCenter,
  'appointments.unanswered': appointment,
  'appointments.unanswered.center': toCenter,
  'appointments.proof_due': appointment,
  'appointments.released': appointment,
  'appointments.released.center': toCenter,
  'appointments.booked_at_desk': appointment,
  // Of several appointments, as they are when it is queued; each later change has its own mail.
  'appointments.series_booked': { validMs: week, about: null, preference: 'appointment' },
  'appointments.series_moved': { validMs: week, about: null, preference: 'appointment' },
  'appointments.series_cancelled': { validMs: week, about: null, preference: 'appointment' },
  'appointments.series_cancelled_for_patient': { validMs: week, about: null, preference: 'appointment' },
  'appointments.confirmed_by_center': appointment,
  'appointments.moved_by_center': { ...appointment, about: 'moved appointment' },
  'appointments.cancelled_by_center': appointment,
  'appointments.cancelled_by_staff': appointment,
  'appointments.cancelled_for_patient': appointment,
  'appointments.details_changed': appointment,
  'appointments.marked_no_show': appointment,
  'appointments.no_show_decided': appointment,
  'appointments.no_show_decided.center': toCenter,
  'appointments.cancellation_decided': appointment,
  'appointments.cancellation_decided.center': toCenter,
  'appointments.early_visit_decided': appointment,
  'appointments.early_visit_decided.center': toCenter,
  'appointments.invented_visit_decided': appointment,
  'appointments.invented_visit_decided.center': toCenter,
  'appointments.refund_decided': appointment,
  'appointments.refund_decided.center': toCenter,
  'appointments.undone_payment_decided': appointment,
  'appointments.undone_payment_decided.center': toCenter,
  'appointments.discount_used': { validMs: asLongAsKept, about: null, preference: 'appointment' },
  // A refund stays true whatever becomes of its appointment.
  'appointments.refunded_by_center': { validMs: asLongAsKept, about: null, preference: 'appointment' },
  'appointments.payment_undone': { validMs: asLongAsKept, about: null, preference: 'appointment' },
  // What was missing when it was queued; the page behind its link shows whether the room was set since.
  'appointments.room_missing.center': { validMs: dayMs, about: null, preference: null },
  'appointments.reminder_24h': reminder,
  'appointments.reminder_2h': reminder,
  'accounts.signup': link,
  'accounts.magiclink': link,
  'accounts.recovery': link,
  'accounts.email_change_current': link,
  'accounts.email_change_new': link,
  'accounts.reauthentication': link,
  'accounts.address_corrected': security,
  'accounts.password_changed': security,
  'accounts.second_factor_added': security,
  'accounts.second_factor_removed': security,
  'accounts.second_factor_locked': security,
  'accounts.identity_added': security,
  'accounts.identity_removed': security,
  'accounts.administrator_named': decision('account'),
  'accounts.administrator_dismissed': decision('account'),
  'accounts.measure': decision('account'),
  'accounts.warning': warning,
  'accounts.deleted': { validMs: week, about: null, preference: null },
  'accounts.data_export': { validMs: week, about: 'data export', preference: null },
  'clinical_records.first_reading': security,
  'clinical_records.consent_request': security,
  'backups.failed': { validMs: 3 * dayMs, about: null, preference: null },
  'calendar_feeds.created': security,
  'centers.contact_changed.center': security,
  'centers.measure': decision('center'),
  'centers.invitation': { validMs: week, about: 'invitation', preference: null },
  'centers.joined.center': { validMs: week, about: null, preference: null },
  'centers.help_requested': { validMs: asLongAsKept, about: null, preference: null },
  'checkouts.declined': { validMs: week, about: null, preference: null },
  'checkouts.receipt': { validMs: asLongAsKept, about: null, preference: null },
  'checkouts.disputed': warning,
  'commissions.settlement': { validMs: asLongAsKept, about: null, preference: null },
  'compliance.lapsing': { validMs: week, about: 'document', preference: 'reminder' },
  'compliance.lapsed': decision('document'),
  'compliance.review': decision('document'),
  'conversations.unread': { validMs: dayMs, about: 'messages to the patient', preference: 'message' },
  'conversations.unread.center': { validMs: dayMs, about: 'messages to the center', preference: 'message' },
  // A question that waits for its link, and the centre's answers to it. The token and the messages are checked by the page.
  'conversations.question': { validMs: dayMs, about: null, preference: null },
  'conversations.answer': { validMs: week, about: 'messages to the patient', preference: null },
  'conversations.measure': decision('message'),
  'conversations.warning': warning,
  'loyalty.reward_handed_over': { validMs: asLongAsKept, about: null, preference: null },
  'operator.legal_text': { validMs: asLongAsKept, about: null, preference: null },
  // How many sessions were left when it was queued.
  'packages.ending': { validMs: week, about: null, preference: 'reminder' },
  'payment_accounts.lost': warning,
  'promotions.announced': { validMs: week, about: 'promotion', preference: 'promotion', isPromotional: true },
  'reviews.request': { validMs: 3 * dayMs, about: 'review request', preference: 'rating', isPromotional: true },
  'reviews.measure': decision('review'),
  'reviews.warning': warning,
  'support.request': { validMs: asLongAsKept, about: null, preference: null },
  'support.acknowledged': { validMs: 3 * dayMs, about: null, preference: null },
  'tills.debt_reminder': { validMs: 3 * dayMs, about: 'debt', preference: null },
} as const satisfies Record<string, MailRule>

export type MailKind = keyof typeof mailRules
export const mailKinds = Object.keys(mailRules) as MailKind[]
export type KindWithoutSubject = {
  [Kind in MailKind]: (typeof mailRules)[Kind]['about'] extends null ? Kind : never
}[MailKind]

/** Mails of this kind carry the headers and the link that stop them. */
export function isPromotional(kind: string): boolean {
  return promotionalKinds.has(kind)
}

const promotionalKinds: ReadonlySet<string> = new Set(
  Object.entries<MailRule>(mailRules)
    .filter(([, rule]) => rule.isPromotional)
    .map(([kind]) => kind),
)

export function ruleOf(kind: MailKind): MailRule {
  return mailRules[kind]
}
