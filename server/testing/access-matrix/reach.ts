import type { Contract } from '#contract/contract.ts'
import type { Role } from '#contract/roles.ts'
import type { RouteName } from '#server/testing/foreign-rows/foreign-row.ts'
import type { CenterPerson } from './people.ts'

/** Who reaches a row besides its owner: people of its centre, and accounts with a role. */
type Reach = readonly (CenterPerson | Extract<Role, 'moderator' | 'admin'>)[]

/** Only the account that the row belongs to. */
const account: Reach = []
const owner: Reach = ['owner']
const members: Reach = ['owner', 'reception', 'professional', 'colleague']
/** The professional of the row, and those who see the whole centre. */
const desk: Reach = ['owner', 'reception', 'professional']
/** The professional of the row, and the owner. */
const practitioner: Reach = ['owner', 'professional']

/**
 * For each noun of the contract, and for each route that differs from its noun: who reaches its rows. Routes that only staff may
 * call are not listed, because the contract's `access` decides about them.
 */
export const reachOf: { readonly [Name in keyof Contract | RouteName]?: Reach } = {
  agenda: desk,
  // A professional sees their own part of these.
  'agenda.get': members,
  'agenda.tasks': members,
  'agenda.today': members,
  'agenda.unconfirmed': members,
  'agenda.cancelUnconfirmed': members,
  // A professional does not handle the desk's money.
  'agenda.refund': ['owner', 'reception'],
  appointments: account,
  availability: desk,
  'availability.list': members,
  'availability.setHours': practitioner,
  // Members see and remove only their own feeds.
  calendarFeeds: members,
  // A feed of the whole centre.
  'calendarFeeds.create': ['owner', 'reception'],
  checkouts: account,
  clinicalRecords: account,
  'clinicalRecords.get': ['professional'],
  'clinicalRecords.timeline': ['professional'],
  'clinicalRecords.beside': ['professional'],
  // Members see only their own.
  'clinicalRecords.drafts': members,
  'clinicalRecords.saveDraft': ['professional'],
  'clinicalRecords.saveWorkingNote': ['professional'],
  'clinicalRecords.write': ['professional'],
  'clinicalRecords.requestConsent': ['professional'],
  compliance: owner,
  // Staff check the document.
  'compliance.file': ['owner', 'moderator', 'admin'],
  contacts: desk,
  'contacts.csv': owner,
  'contacts.list': members,
  'contacts.find': members,
  'contacts.tags': members,
  conversations: account,
  'conversations.list': ['owner', 'reception'],
  dataExports: account,
  dependants: account,
  invoicing: owner,
  notifications: account,
  packages: owner,
  'packages.collect': ['owner', 'reception'],
  'packages.offers': ['owner', 'reception'],
  // A professional sees what is left, without the money.
  'packages.ofPerson': desk,
  'packages.refund': ['owner', 'reception'],
  // Its buyer.
  'packages.refundOwn': account,
  'packages.sell': ['owner', 'reception'],
  paymentAccounts: owner,
  payments: owner,
  practice: owner,
  loyalty: members,
  'loyalty.answerReward': owner,
  'loyalty.centerRewards': owner,
  'loyalty.handovers': ['owner', 'reception'],
  promotions: owner,
  'promotions.release': account,
  'practice.figures': members,
  'practice.preview': members,
  reminders: account,
  reviews: account,
  'reviews.ofCenter': members,
  'reviews.reply': practitioner,
  'reviews.report': practitioner,
  sessions: account,
  team: owner,
  telehealth: account,
  'telehealth.getAtDesk': desk,
  therapies: account,
  // A professional does not handle the desk's money.
  tills: ['owner', 'reception'],
}
