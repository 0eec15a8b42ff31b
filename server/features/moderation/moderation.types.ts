import type { QueueView } from '#contract/report-kinds.ts'
import type { Position } from '#server/platform/cursor.ts'

export type QueueFilter = { view: QueueView; text: string | undefined }

export type QueuePage = QueueFilter & { staffId: string; limit: number; after: Position | undefined }
