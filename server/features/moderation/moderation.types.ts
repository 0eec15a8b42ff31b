import type { QueueView } from '#contract/report-kinds.ts'
import type { Position } from '#server/platform/cursor.ts'

/** A view of the queue, narrowed by part of a name or text. */
export type QueueFilter = { view: QueueView; text: string | undefined }

/** A page of the queue, as a member of staff sees it. */
export type QueuePage = QueueFilter & { staffId: string; limit: number; after: Position | undefined }
