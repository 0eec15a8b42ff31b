import { expect, test } from 'vitest'
import { fieldPaths } from '#contract/testing/field-paths.ts'
import type { MailKind } from '#server/platform/mail-kinds.ts'
import type { NotificationEvent } from '#server/platform/notification-events.ts'
import { listRoutes } from './openapi.ts'

/** `reads`: fields of responses, as «reports.list items.reports.reason». */
type Readers = { reads?: readonly string[]; notifications?: readonly NotificationEvent[]; mails?: readonly MailKind[] }

const record = ['moderation.list items.reason', 'moderation.get reason']
const ofUser = (event: NotificationEvent & MailKind): Readers => ({
  reads: [...record, 'users.get actions.reason'],
  notifications: [event],
  mails: [event],
})
const ofCenter = {
  reads: [...record, 'practice.publication withdrawalReason'],
  notifications: ['centers.measure'],
  mails: ['centers.measure'],
} as const
const ofDocument = {
  reads: ['compliance.list items.notes', 'practice.publication documents.notes'],
  notifications: ['compliance.review'],
  mails: ['compliance.review'],
} as const
const cancelledByCenter = {
  reads: ['appointments.get cancellationReason', 'agenda.appointment cancellationReason'],
  mails: ['appointments.cancelled_by_center', 'appointments.cancelled_for_patient'],
} as const
const moved = { reads: ['appointments.get moveReason'], mails: ['appointments.moved_by_center'] } as const
const queue = { reads: ['reports.list items.reports.reason'] } as const

/**
 * Who reads each reason, note, comment or message that a person types, where they learn of what it is about. What a notification only links to
 * is among the reads: a typed text may name an illness, and notifications show on locked screens.
 */
const readers: Record<string, Readers> = {
  'agenda.cancel reason': cancelledByCenter,
  'agenda.cancelDay reason': cancelledByCenter,
  'agenda.cancelSeries reason': { ...cancelledByCenter, mails: ['appointments.series_cancelled'] },
  'agenda.moveDay reason': moved,
  'agenda.refund reason': {
    reads: ['appointments.payments payments.refundReason'],
    mails: ['appointments.refunded_by_center'],
  },
  'appointments.cancel reason': {
    reads: ['agenda.appointment cancellationReason'],
    mails: ['appointments.cancelled.center'],
  },
  'appointments.object comment': queue,
  // The centre's own note about an absence, and what it tells the patients whose appointments it touches.
  'availability.addTimeOff reason': { reads: ['availability.list items.timeOff.reason', 'agenda.get timeOff.reason'] },
  'availability.addTimeOff appointments.reason': {
    reads: [...cancelledByCenter.reads, ...moved.reads],
    mails: [...cancelledByCenter.mails, ...moved.mails],
  },
  'centerRecords.approve reason': ofCenter,
  'centerRecords.revoke reason': ofCenter,
  'centerRecords.approveDocuments reason': ofDocument,
  'centerRecords.requestDocuments reason': { ...ofDocument, reads: ['compliance.list items.requestReason'] },
  'centerRecords.rejectDocuments reason': ofDocument,
  'centers.requestHelp message': { mails: ['centers.help_requested'] },
  // Written by a browser, and not by a person.
  'clientErrors.report message': { reads: ['serviceHealth.get browserErrors.message'] },
  'clinicalRecords.saveDraft notes': { reads: ['clinicalRecords.get draft.notes'] },
  'clinicalRecords.saveWorkingNote notes': { reads: ['clinicalRecords.get workingNote.notes'] },
  'clinicalRecords.write notes': { reads: ['clinicalRecords.getOwn versions.notes'] },
  'commissions.cancel reason': { reads: record, notifications: ['commissions.cancelled'] },
  'commissions.setRate reason': {
    reads: record,
    notifications: ['commissions.rate'],
    mails: ['commissions.settlement'],
  },
  'contacts.updateFacts note': { reads: ['contacts.get note'] },
  'contacts.updateGuest note': { reads: ['contacts.get note'] },
  'conversations.report reason': queue,
  'loyalty.createReward reason': { reads: record },
  'loyalty.updateReward reason': { reads: record },
  // Each action's undo tells those whom the action told.
  'moderation.undo reason': {
    reads: ['moderation.list items.undoneBy.reason', 'users.get actions.undoneBy.reason'],
    notifications: [
      'accounts.measure',
      'accounts.warning',
      'centers.measure',
      'commissions.cancelled',
      'commissions.rate',
      'commissions.settlement',
      'compliance.review',
      'conversations.measure',
      'conversations.warning',
      'reviews.measure',
      'reviews.warning',
    ],
  },
  'operator.publishLegalText reason': { reads: record },
  'operator.updateWords reason': { reads: record },
  'promotions.create reason': { reads: record },
  'promotions.update reason': { reads: record },
  // The reason to keep what was reported is for those who reported it, the other two for its author. Objections: for both sides.
  'reports.approve reason': {
    reads: record,
    notifications: ['reports.decided'],
    mails: ['appointments.no_show_decided', 'appointments.no_show_decided.center'],
  },
  'reports.delete reason': {
    reads: ['reviews.actions items.reason'],
    notifications: ['conversations.measure', 'reviews.measure'],
    mails: ['appointments.cancellation_decided', 'appointments.cancellation_decided.center'],
  },
  'reports.warn reason': {
    reads: ['reviews.actions items.reason'],
    notifications: ['conversations.warning', 'reviews.warning'],
  },
  'reviews.answerAction text': { reads: ['reports.list items.answer.text'] },
  'reviews.create comment': { reads: ['reviews.list items.comment', 'reviews.ofCenter items.comment'] },
  'reviews.update comment': { reads: ['reviews.list items.comment', 'reviews.ofCenter items.comment'] },
  'reviews.reply text': { reads: ['appointments.get reviewReply.text', 'reviews.list items.reply.text'] },
  'reviews.report reason': queue,
  'reviews.reportAsReader reason': queue,
  'support.send message': { mails: ['support.request'] },
  'tills.close note': { reads: ['tills.closings items.note', 'tills.closing note'] },
  'users.activate reason': ofUser('accounts.measure'),
  'users.ban reason': ofUser('accounts.measure'),
  'users.correctPoints reason': { reads: ['loyalty.points movements.description'], notifications: ['loyalty.points'] },
  'users.setRole reason': ofUser('accounts.measure'),
  'users.suspend reason': ofUser('accounts.measure'),
  'users.warn reason': ofUser('accounts.warning'),
}

const written = /^(?:\w*(?:reason|motive|comment|message|explanation)|notes?|words|text)$/i

test('every reason that a route takes has a declared reader', () => {
  const taken = listRoutes()
    .filter(({ method }) => method !== 'GET')
    .flatMap(({ name, procedure }) =>
      fieldPaths(procedure['~orpc'].inputSchema, written).map((field) => `${name} ${field}`),
    )
    // The text of a search.
    .filter((field) => field !== 'downloads.create input.text')
    // Every page shows them.
    .filter((field) => field !== 'operator.updateWords words')
  expect(taken.length).toBeGreaterThan(30)
  expect(taken.toSorted()).toEqual(Object.keys(readers).toSorted())
})

test('each reader exists: a response has the field, or a mail or a notification tells of the event', () => {
  for (const [field, { reads = [], notifications = [], mails = [] }] of Object.entries(readers)) {
    expect(reads.length + notifications.length + mails.length, field).toBeGreaterThan(0)
    for (const read of reads) {
      const [name, path = ''] = read.split(' ')
      const output = listRoutes().find((route) => route.name === name)?.procedure['~orpc'].outputSchema
      const key = path.slice(path.lastIndexOf('.') + 1)
      expect(fieldPaths(output, new RegExp(`^${key}$`)), `${field} is read in ${read}`).toContain(path)
    }
  }
})
