import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { FromThread, ToThread } from '#server/platform/worker-thread.ts'
import { type ExportedAppointment, type ExportHead, writePdf } from './record-pdf.ts'

// Runs in a thread of its own: see makeInThread().

if (!parentPort) throw new Error('This module runs in a thread')
const port = parentPort
const post = (message: FromThread, moved: ArrayBuffer[] = []) => port.postMessage(message, moved)

async function* askForBatches(): AsyncGenerator<ExportedAppointment[]> {
  for (;;) {
    const answered = once(port, 'message') as Promise<[ToThread<ExportedAppointment[]>]>
    post({ asks: true })
    const [answer] = await answered
    if ('done' in answer) return
    yield answer.part
  }
}

for await (const chunk of writePdf({ head: workerData as ExportHead, batches: askForBatches() })) {
  // A copy, because a message would carry the whole buffer of which a chunk is a part.
  const made = new Uint8Array(chunk)
  post({ made }, [made.buffer])
}
