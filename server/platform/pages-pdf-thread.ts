import { writePagesPdf } from './pages-pdf.ts'
import { runInThread } from './run-in-thread.ts'

// Runs in a thread of its own: see makeInThread().
await runInThread(writePagesPdf)
