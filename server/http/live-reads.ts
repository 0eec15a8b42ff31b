import type { Changed } from '#contract/route.ts'

/** What shows an appointment with the names of its people, its service and its payments. */
const ofAppointments = [
  'agenda',
  'appointments',
  'checkouts',
  'clinicalRecords.accesses',
  'clinicalRecords.getOwn',
  'clinicalRecords.list',
  'clinicalRecords.readers',
  'contacts',
  'payments',
  'practice.figures',
  'reminders',
  'telehealth',
  'therapies',
  'tills',
] as const satisfies readonly Changed[]
/** What the membership of the caller decides. */
const ofMembers = [
  'agenda',
  'availability',
  'compliance.list',
  'contacts',
  'payments',
  'practice',
  'reviews.ofCenter',
  'team',
  'telehealth.getAtDesk',
  'tills',
] as const satisfies readonly Changed[]
/** What shows centres and accounts to staff. */
const ofStaff = ['centerRecords', 'commissions', 'moderation', 'reports', 'users'] as const satisfies readonly Changed[]
const ofRecords = [
  'accounts.deletionConsequences',
  'agenda',
  'appointments',
  'clinicalRecords.accesses',
  'clinicalRecords.getOwn',
  'clinicalRecords.list',
  'clinicalRecords.readers',
  'contacts',
  'practice.figures',
] as const satisfies readonly Changed[]

/**
 * The reads that show rows of a table: nouns of the contract, or single reads where a noun would refetch too much. The table's
 * trigger `notify_rows` names who is told. live-reads.test.ts compares this with the statements of every private read.
 */
const readsOfTable: Record<string, readonly Changed[]> = {
  appointment_reminders: ['agenda.reminders', 'appointments.reminders', 'reminders'],
  appointments: [
    ...ofAppointments,
    ...ofStaff,
    'accounts.deletionConsequences',
    'availability',
    'conversations',
    'dependants',
    'loyalty',
    'promotions',
    'reviews',
    'team',
  ],
  calendar_feeds: ['calendarFeeds'],
  center_invitations: ['team'],
  center_members: [...ofStaff, ...ofMembers, 'accounts', 'calendarFeeds', 'conversations', 'promotions'],
  center_profiles: [
    ...ofAppointments,
    ...ofStaff,
    'accounts.me',
    'availability',
    'calendarFeeds',
    'centers.onboarding',
    'compliance.list',
    'conversations',
    'loyalty',
    'practice',
    'promotions',
    'reviews',
    'team',
  ],
  checkouts: [...ofAppointments, 'loyalty', 'promotions'],
  clinical_record_accesses: ['clinicalRecords.accesses', 'clinicalRecords.getOwn', 'clinicalRecords.list'],
  clinical_record_consents: ['clinicalRecords.list', 'clinicalRecords.readers', 'contacts.get'],
  clinical_record_versions: ofRecords,
  closing_days: ['agenda', 'availability'],
  commission_rates: ['centerRecords', 'commissions', 'payments'],
  commission_settlements: ['centerRecords', 'commissions', 'moderation', 'payments', 'users'],
  commissions: [
    'centerRecords',
    'commissions',
    'loyalty',
    'moderation',
    'payments',
    'practice.figures',
    'agenda.discounts',
    'checkouts.quote',
    'users',
  ],
  compliance_checks: [...ofStaff, 'centers.onboarding', 'compliance.list', 'practice', 'team'],
  conversations: ['contacts', 'practice.figures', 'reports'],
  data_exports: ['dataExports'],
  debt_reminders: ['tills'],
  dependants: [...ofAppointments, 'accounts.deletionConsequences', 'dependants', 'reviews'],
  dismissed_reminders: ['reminders'],
  ended_therapies: ['therapies'],
  guests: ofAppointments,
  identities: ['accounts'],
  measure_answers: ['moderation', 'reports', 'reviews'],
  messages: ['reports', 'users'],
  mfa_factors: ['accounts', 'users'],
  moderation_actions: [
    ...ofStaff,
    'agenda',
    'appointments',
    'compliance.list',
    'conversations',
    'promotions',
    'reviews',
    'checkouts.quote',
    'payments',
  ],
  notification_preferences: ['agenda.reminders', 'appointments.reminders', 'notifications.preferences'],
  patient_exports: ['contacts'],
  payments: [...ofAppointments, 'promotions'],
  points_transactions: ['accounts.deletionConsequences', 'agenda', 'appointments', 'loyalty', 'users'],
  professionals: [
    ...ofAppointments,
    ...ofStaff,
    'availability',
    'calendarFeeds',
    'centers.onboarding',
    'compliance.list',
    'loyalty',
    'practice',
    'reviews',
    'team',
  ],
  profiles: [
    ...ofAppointments,
    ...ofStaff,
    'accounts',
    'calendarFeeds',
    'compliance.list',
    'conversations',
    'notifications.preferences',
    'practice',
    'reviews',
    'team',
    'loyalty',
  ],
  promotion_usage: ['agenda', 'appointments', 'checkouts', 'promotions'],
  promotions: ['agenda.discounts', 'checkouts', 'moderation', 'promotions'],
  push_subscriptions: ['notifications'],
  removed_reviews: [
    ...ofStaff,
    'agenda',
    'appointments',
    'practice.figures',
    'reminders',
    'reviews',
    'checkouts.quote',
    'contacts',
  ],
  reports: [
    ...ofStaff,
    'agenda',
    'appointments',
    'conversations',
    'reviews',
    'checkouts.quote',
    'contacts',
    'practice.figures',
  ],
  reviews: [
    ...ofStaff,
    'accounts.deletionConsequences',
    'agenda',
    'appointments',
    'practice',
    'reminders',
    'reviews',
    'team',
    'checkouts.quote',
    'contacts',
  ],
  reward_redemptions: ['accounts.deletionConsequences', 'agenda', 'appointments', 'checkouts', 'loyalty', 'promotions'],
  rewards: ['loyalty', 'moderation'],
  services: [...ofAppointments, ...ofStaff, 'availability', 'centers.onboarding', 'practice', 'reviews', 'team'],
  sessions: ['accounts.security', 'calendarFeeds', 'notifications', 'sessions', 'users'],
  support_requests: ['serviceHealth'],
  telehealth_consents: ['agenda', 'telehealth'],
  terms_acceptances: ['accounts'],
  till_closings: ['tills', 'payments'],
  till_movements: ['agenda', 'tills'],
  time_off: ['agenda', 'availability', 'team', 'therapies'],
  user_points: ['accounts.deletionConsequences', 'agenda.discounts', 'checkouts.quote', 'loyalty', 'users'],
  user_roles: [...ofStaff, 'accounts', 'clinicalRecords.readers', 'practice.memberships', 'team'],
  users: [...ofStaff, 'accounts', 'agenda', 'compliance.list', 'loyalty', 'promotions', 'team', 'tills'],
  weekly_hours: ['centerRecords', 'agenda', 'availability', 'centers.onboarding', 'practice', 'team'],
}

export function readsOf(table: string): readonly Changed[] | undefined {
  return readsOfTable[table]
}

/** Whether a change of the table refetches the read, `agenda.today`. */
export function refetches(table: string, read: string): boolean {
  const noun = read.slice(0, read.indexOf('.'))
  return readsOf(table)?.some((changed) => changed === read || changed === noun) ?? false
}

/** Reads that no change refetches. */
export const stillReads: ReadonlySet<string> = new Set([
  // Each reading is recorded, and the patient sees it.
  'clinicalRecords.get',
  // Files: what is stored under their address doesn't change, or they are saved and not shown.
  'appointments.calendar',
  'clinicalRecords.export',
  'commissions.csv',
  'compliance.file',
  'contacts.csv',
  'dataExports.download',
  'moderation.csv',
  'payments.revenueCsv',
  'tills.closingCsv',
  // Figures of the process, refetched by a timer.
  'serviceHealth.get',
  // A constant of the installation.
  'notifications.pushKey',
])

export const liveTables: readonly string[] = Object.keys(readsOfTable)
