import { Readable, Writable } from 'node:stream'
import type pg from 'pg'

/** The members of pg's connection that COPY uses. pg's types do not have them. */
type Connection = {
  stream: Writable & { pause(): void; resume(): void }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}
type Submittable = pg.Submittable & { submit(connection: Connection): void }

/** Rows arrive as one message each; they are gathered into pieces of this size. */
const pieceBytes = 64 * 1024

/** The rows of `COPY … TO STDOUT`. The connection must not be in pipeline mode, and does nothing else until the last row. */
export function copyOut(client: pg.Client, statement: string): Readable & { rows(): number } {
  let connection: Connection | undefined
  let rows = 0
  let piece = Buffer.allocUnsafe(pieceBytes)
  let used = 0
  const readable = new Readable({
    read: () => connection?.stream.resume(),
    destroy(error, done) {
      connection?.stream.resume()
      done(error)
    },
  })
  const flush = (): void => {
    if (used === 0) return
    const full = piece.subarray(0, used)
    piece = Buffer.allocUnsafe(pieceBytes)
    used = 0
    if (!readable.destroyed && !readable.push(full)) connection?.stream.pause()
  }
  const query = {
    submit(opened: Connection) {
      connection = opened
      opened.query(statement)
    },
    // Copied at once, because pg uses the memory of what it has received again.
    handleCopyData({ chunk }: { chunk: Buffer }) {
      for (let at = 0; at < chunk.length; ) {
        const copied = chunk.copy(piece, used, at)
        at += copied
        used += copied
        if (used === pieceBytes) flush()
      }
    },
    handleCommandComplete(message: { text: string }) {
      rows = rowsOf(message.text)
    },
    handleReadyForQuery() {
      flush()
      readable.push(null)
    },
    handleError: (error: Error) => void readable.destroy(error),
    ...ignored,
  }
  client.query(query as unknown as Submittable)
  return Object.assign(readable, { rows: () => rows })
}

/** Takes the rows for `COPY … FROM STDIN`. It finishes once PostgreSQL has stored and checked them. */
export function copyIn(client: pg.Client, statement: string): Writable & { rows(): number } {
  let connection: Connection | undefined
  let rows = 0
  let hasFailed = false
  const ready = Promise.withResolvers<Connection>()
  const ended = Promise.withResolvers<void>()
  // A failure reaches the stream even when it waits for neither.
  ready.promise.catch(() => undefined)
  ended.promise.catch(() => undefined)
  const writable = new Writable({
    highWaterMark: pieceBytes * 4,
    write(chunk: Buffer, _, done) {
      ready.promise.then((opened) => {
        opened.sendCopyFromChunk(chunk)
        if (opened.stream.writableNeedDrain) opened.stream.once('drain', () => done())
        else done()
      }, done)
    },
    final(done) {
      ready.promise
        .then((opened) => {
          opened.endCopyFrom()
          return ended.promise
        })
        .then(() => done(), done)
    },
    destroy(error, done) {
      if (error && !hasFailed) connection?.sendCopyFail('the source of the rows failed')
      done(error)
    },
  })
  const query = {
    submit: (opened: Connection) => opened.query(statement),
    handleCopyInResponse(opened: Connection) {
      connection = opened
      // The source has failed before PostgreSQL was ready for its rows, and COPY would wait for them without an end.
      if (writable.destroyed) opened.sendCopyFail('the source of the rows failed')
      else ready.resolve(opened)
    },
    handleCommandComplete(message: { text: string }) {
      rows = rowsOf(message.text)
    },
    handleReadyForQuery: () => ended.resolve(),
    handleError(error: Error) {
      hasFailed = true
      ready.reject(error)
      ended.reject(error)
      writable.destroy(error)
    },
    ...ignored,
  }
  client.query(query as unknown as Submittable)
  return Object.assign(writable, { rows: () => rows })
}

const ignored = {
  handleRowDescription: () => undefined,
  handleDataRow: () => undefined,
  handlePortalSuspended: () => undefined,
  handleEmptyQuery: () => undefined,
}

/** PostgreSQL ends the command with `COPY 123`. */
function rowsOf(text: string): number {
  return Number(text.split(' ').at(-1))
}
