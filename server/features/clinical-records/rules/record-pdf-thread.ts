import { runInThread } from '#server/platform/run-in-thread.ts'
import { type ExportedAppointment, type PdfHead, writePdf } from './record-pdf.ts'

// Runs in a thread of its own: see makeInThread().
await runInThread<PdfHead, ExportedAppointment[]>(({ head, parts }) => writePdf({ head, batches: parts }))
