import type { QueueView } from '#contract/report-kinds.ts'
import type { Position } from '#server/platform/cursor.ts'
import type { Staff } from './moderation.policy.ts'

/** A view of the queue, narrowed by part of a name or text. */
export type QueueFilter = { view: QueueView; text: string | undefined }

/** A page of the queue, as a member of staff sees it. */
export type QueuePage = QueueFilter & { staffId: string; limit: number; after: Position | undefined }

/** A measure on reported rows of one kind. */
export type ReportMeasure = {
  actor: Staff
  targets: readonly { id: string; lastMeasureId: string | null }[]
  measure: 'approve' | 'delete' | 'warn'
  reason: string
}

/** A measure on one reported row. */
export type OneReportMeasure = Omit<ReportMeasure, 'targets'> & { id: string; lastMeasureId: string | null }

/** A measure that is being undone. */
export type UndoneMeasure = {
  actor: Staff
  targetId: string
  actionType: string
  details: Record<string, unknown>
  reason: string
}
