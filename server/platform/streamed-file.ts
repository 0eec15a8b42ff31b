/** A client that reads nothing for this long is gone, or sent a HEAD request, whose body no client reads. */
const stalledMs = 30_000

type Chunk = string | Uint8Array<ArrayBuffer>

/**
 * A file that is read from its source while it is sent, so that a large file needs no more memory than a small one. For the
 * contract's `z.file()` it is an empty file; `server/http/api.ts` sends its stream.
 */
export class StreamedFile extends File {
  readonly #chunks: AsyncGenerator<Chunk>
  readonly #first: Chunk

  /** Reads the first part, so that an error of the source is an error response and not a broken file. */
  static async open(chunks: AsyncGenerator<Chunk>, { name, type }: { name: string; type: string }) {
    const { value, done } = await chunks.next()
    return new StreamedFile(chunks, { first: done ? '' : value, name, type })
  }

  private constructor(
    chunks: AsyncGenerator<Chunk>,
    { first, name, type }: { first: Chunk; name: string; type: string },
  ) {
    super([], name, { type })
    this.#chunks = chunks
    this.#first = first
  }

  /** Reads the next part once the client has read the previous one. Closes the source when the client cancels or stalls. */
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const chunks = this.#chunks
    const encoder = new TextEncoder()
    let next: Chunk | undefined = this.#first
    let stalled: NodeJS.Timeout | undefined
    const close = async () => {
      clearTimeout(stalled)
      await chunks.return(undefined)
    }
    const watch = (controller: ReadableStreamDefaultController) => {
      clearTimeout(stalled)
      stalled = setTimeout(() => {
        controller.error(new Error('The reader of a file stopped reading'))
        void close()
      }, stalledMs)
    }
    return new ReadableStream(
      {
        start: watch,
        async pull(controller) {
          clearTimeout(stalled)
          if (next === undefined) {
            const { value, done } = await chunks.next()
            if (done) return controller.close()
            next = value
          }
          controller.enqueue(typeof next === 'string' ? encoder.encode(next) : next)
          next = undefined
          watch(controller)
        },
        cancel: close,
      },
      // Nothing is read ahead.
      { highWaterMark: 0 },
    )
  }
}
