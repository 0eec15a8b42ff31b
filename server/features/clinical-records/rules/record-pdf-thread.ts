import { runInThread } from '#server/platform/run-in-thread.ts'
import { type ExportedAppointment, type ExportHead, writePdf } from './record-pdf.ts'

// Runs in a thread of its own: see makeInThread().
await runInThread<ExportHead, ExportedAppointment[]>(({ head, parts }) => writePdf({ head, batches: parts }))
