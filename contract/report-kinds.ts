// Without schemas: the parser of the page's address imports this file and need not load zod for it.

export const queueViews = ['reported', 'reviews', 'removed'] as const
export type QueueView = (typeof queueViews)[number]

/** A view of the queue is counted up to this many rows. */
export const maxCountedRows = 1000

/** What can be reported to staff. A feature that adds a kind registers it in server/features/moderation/usecases/report-kinds.ts. */
export const reportKinds = ['review', 'message', 'no_show', 'cancellation', 'early_visit'] as const
export type ReportKind = (typeof reportKinds)[number]

/**
 * To what a centre recorded about an appointment, its patient may object. `early_visit`: the centre moved the appointment to an earlier
 * start than the patient chose, accepted or paid for, and completed it there.
 */
export const objectionKinds = ['no_show', 'cancellation', 'early_visit'] as const satisfies readonly ReportKind[]
export type ObjectionKind = (typeof objectionKinds)[number]
