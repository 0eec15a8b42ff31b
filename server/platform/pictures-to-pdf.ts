import type { PictureFault } from '#contract/files.ts'

import { convertToPage, type PictureOfPage } from './images.ts'
import { outsideTurn, QueueTimeoutError } from './limiter.ts'
import { createSharedLimiter } from './sender-limiters.ts'
import { makeBoundedInThread } from './worker-thread.ts'

/** The pictures of one document are converted one after another, so two documents occupy two cores at most. */
const patienceMs = 8_000
/** The documents of one network follow each other, and on this machine those of one account, so that they never have both turns. */
const takeDocumentTurn = createSharedLimiter({ atOnce: 2, ofSender: 1, patienceMs })
/** For the pictures. The browser waits a minute for the response. */
const picturesWithinMs = 30_000
/** The thread only writes the converted pictures one behind another, so most of its time is its start. */
const pdfWithinMs = 10_000
/** For what surrounds the pictures in the PDF: about 500 bytes for each page. */
const roomForPages = 20_000

const pagesThread = new URL('./pages-pdf-thread.ts', import.meta.url)

/** `sender`: the account that sends them. `network`: countedNetwork() of its address. */
type Pictures = {
  sender: string
  network: string | undefined
  pictures: readonly Uint8Array[]
  title: string
  now: Date
  maxBytes: number
}

/**
 * Makes one PDF of up to `maxBytes`, with each picture on a page of its own, in this order.
 * @returns the PDF, or the first picture that can be no page, by its place from one
 * @throws QueueTimeoutError when the process is too busy
 */
export async function makePdfOfPictures(
  input: Pictures,
): Promise<{ pdf: Uint8Array<ArrayBuffer> } | { place: number; fault: PictureFault }> {
  return outsideTurn(() => takeDocumentTurn(input.network ?? input.sender, () => convertAll(input)))
}

async function convertAll({ network, pictures, title, now, maxBytes }: Pictures) {
  const deadline = performance.now() + picturesWithinMs
  const pages: PictureOfPage[] = []
  for (const [index, content] of pictures.entries()) {
    if (performance.now() > deadline) throw new QueueTimeoutError()
    const bytesOfPage = Math.floor((maxBytes - roomForPages) / pictures.length)
    const page = await convertToPage({ content, maxBytes: bytesOfPage, network })
    if (typeof page === 'string') return { place: index + 1, fault: page }
    pages.push(page)
  }
  const head = { title, now }
  const made = await makeBoundedInThread({ module: pagesThread, head, parts: partsOf(pages), withinMs: pdfWithinMs })
  return { pdf: new Uint8Array(Buffer.concat(made)) }
}

async function* partsOf(pages: readonly PictureOfPage[]): AsyncGenerator<PictureOfPage> {
  yield* pages
}
