// Without schemas: the parser of the page's address imports this file and need not load zod for it.

export const queueViews = ['reported', 'reviews', 'removed'] as const
export type QueueView = (typeof queueViews)[number]

/** A view of the queue is counted up to this many rows. */
export const maxCountedRows = 1000

/** What can be reported to staff. A noun that adds a kind registers it in server/processes/report-queue.ts. */
export const reportKinds = [
  'review',
  'message',
  'no_show',
  'cancellation',
  'early_visit',
  'invented_visit',
  'refund',
  'undone_payment',
] as const
export type ReportKind = (typeof reportKinds)[number]

/**
 * To what a centre recorded about an appointment, its patient may object. `early_visit`: the centre moved the appointment to an earlier
 * start than the patient chose, accepted or paid for, and closed it there, as completed or as missed. `invented_visit`: the centre
 * entered and completed a visit that the patient never booked, accepted, moved or paid for. `refund`: the centre recorded at its desk
 * that it gave money of a completed or cancelled appointment back. `undone_payment`: the centre undid a payment of its desk, as one that was recorded by
 * mistake.
 */
export const objectionKinds = [
  'no_show',
  'cancellation',
  'early_visit',
  'invented_visit',
  'refund',
  'undone_payment',
] as const satisfies readonly ReportKind[]
export type ObjectionKind = (typeof objectionKinds)[number]
