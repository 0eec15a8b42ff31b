import { runInThread } from '#server/platform/run-in-thread.ts'
import { type StatementHead, writeStatement } from './statement-pdf.ts'

// Runs in a thread of its own: see makeInThread().
await runInThread<StatementHead, never>(({ head }) => writeStatement(head))
