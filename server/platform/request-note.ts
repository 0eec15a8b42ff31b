import { AsyncLocalStorage } from 'node:async_hooks'

/** The parts of a request's time that are known, in milliseconds. Parts that run at the same time count each for itself. */
type RequestTimes = {
  /** Waiting until this process has a turn for it. */
  turnMs: number
  /** Waiting for a free connection to the database. */
  connectionMs: number
  /** Statements, without the wait for those that were sent before them on the same connection. */
  databaseMs: number
  /** Receiving the body. */
  bodyMs: number
}

/** What is known of the request that the current code works for. It has nothing of the person who sent it. */
export type RequestNote = RequestTimes & {
  id: string
  method: string
  /** The pattern of its address, such as `/api/v1/centers/{slug}`, never the address itself; empty until it is known. */
  route: string
  /** By performance.now(). */
  startedAt: number
  /** When the response was ready to be sent; undefined until then. */
  readyAt: number | undefined
}

const notes = new AsyncLocalStorage<RequestNote>()

/** Runs the work for this request: the work, and all that it starts, finds the note. */
export function withRequestNote<T>(note: RequestNote, work: () => T): T {
  return notes.run(note, work)
}

/** Undefined outside requests, as in jobs. */
export function currentRequest(): RequestNote | undefined {
  return notes.getStore()
}

export function newRequestNote({ method, id = '' }: { method: string; id?: string }): RequestNote {
  const times = { turnMs: 0, connectionMs: 0, databaseMs: 0, bodyMs: 0 }
  return { ...times, id, method, route: '', startedAt: performance.now(), readyAt: undefined }
}

/** Waits for the work, and adds its time to the current request. */
export async function addTimeOf<T>(part: keyof RequestTimes, work: Promise<T>): Promise<T> {
  const note = currentRequest()
  if (!note) return await work
  const startedAt = performance.now()
  try {
    return await work
  } finally {
    note[part] += performance.now() - startedAt
  }
}
