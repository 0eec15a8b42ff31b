import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { FromThread, ToThread } from './worker-thread.ts'

type Source<Head, Part> = { head: Head; parts: AsyncGenerator<Part> }

/** The side of makeInThread() within the thread: posts what `make` yields, and asks for each part when `make` wants it. */
export async function runInThread<Head, Part>(
  make: (source: Source<Head, Part>) => AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  if (!parentPort) throw new Error('This module runs in a thread')
  const port = parentPort
  const post = (message: FromThread, moved: ArrayBuffer[] = []) => port.postMessage(message, moved)

  async function* askForParts(): AsyncGenerator<Part> {
    for (;;) {
      const answered = once(port, 'message') as Promise<[ToThread<Part>]>
      post({ asks: true })
      const [answer] = await answered
      if ('done' in answer) return
      yield answer.part
    }
  }

  for await (const chunk of make({ head: workerData as Head, parts: askForParts() })) {
    // A copy, because a message would carry the whole buffer of which a chunk is a part.
    const made = new Uint8Array(chunk)
    post({ made }, [made.buffer])
  }
}
