import type { QueueItem } from '#contract/reports.ts'
import { queueAbilities, type Staff } from '../moderation.policy.ts'
import type { Queued } from '../usecases/report-kinds.ts'

/** A queued row, with what this member of staff may do. */
export function presentQueued(row: Queued, { actor }: { actor: Staff }): QueueItem {
  const common = {
    id: row.id,
    center: { id: row.centerId, name: row.centerName },
    createdAt: row.createdAt.toISOString(),
    reports: row.reports,
    waitingSince: row.waitingSince?.toISOString() ?? null,
    removedAt: row.removedAt?.toISOString() ?? null,
    lastMeasureId: row.lastMeasureId,
    can: queueAbilities({ actor, reported: row }),
  }
  if (row.kind === 'no_show' || row.kind === 'cancellation' || row.kind === 'early_visit') {
    const { kind, authorId, authorName, authorEmail, professionalName, serviceName, ofCenter } = row
    return {
      ...common,
      // What a desk recorded has no text of which its author could be warned.
      can: { ...common.can, warn: false },
      kind,
      author: { id: authorId, name: authorEmail === null ? '' : authorName },
      professionalName,
      serviceName,
      startsAt: row.startsAt.toISOString(),
      markedAt: row.markedAt.toISOString(),
      agreedStartsAt: row.agreedStartsAt?.toISOString() ?? null,
      ofCenter,
    }
  }
  const author = {
    id: row.authorId,
    name: row.authorEmail === null ? '' : row.authorName,
    removed: row.authorRemoved,
    warnings: row.authorWarnings,
  }
  if (row.kind === 'message') {
    const { kind, patientName, senderType, content, shared } = row
    return { ...common, kind, author, patientName, senderType, content, shared }
  }
  const { kind, professionalName, serviceName, rating, comment, reply, repliedAt, answer, answeredAt } = row
  return {
    ...common,
    kind,
    author: { ...author, reviews: row.authorReviews },
    professionalName,
    serviceName,
    rating,
    comment,
    reply: reply !== null && repliedAt ? { text: reply, repliedAt: repliedAt.toISOString() } : null,
    answer: answer !== null && answeredAt ? { text: answer, at: answeredAt.toISOString() } : null,
  }
}
