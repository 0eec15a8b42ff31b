import { AsyncLocalStorage } from 'node:async_hooks'
import { addTimeOf } from './request-note.ts'

/** The work waited too long for its turn, because this process is overloaded. */
export class QueueTimeoutError extends Error {
  override name = 'QueueTimeoutError'
}

/** How many recent pieces the average duration covers. */
const recentPieces = 20

type Waiting = { size: number; begin(): void }

type Turn = { leave<T>(work: () => Promise<T>): Promise<T> }
const turns = new AsyncLocalStorage<Turn>()

/**
 * Runs the work without the turns of the piece that calls it, so that other pieces run in between. Afterwards the piece goes on
 * before the pieces that have not started: it was admitted already.
 */
export async function outsideTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = turns.getStore()
  return turn ? turn.leave(work) : work()
}

type Limiter = {
  <T>(work: () => Promise<T>, size?: number): Promise<T>
  /** How many pieces of size 1 may be running or waiting, so that each starts in time at the pace of recent pieces. */
  room(): number
}

/**
 * Runs pieces of work simultaneously up to a total size of `atOnce`. The others wait in a queue and start in its order, so
 * that small pieces do not starve a large one. The default size is 1; a piece larger than `atOnce` runs alone.
 * @throws QueueTimeoutError after `patienceMs`, and at once for a piece that would probably wait for longer.
 */
export function createLimiter({ patienceMs, atOnce }: { atOnce: number; patienceMs: number }): Limiter {
  const queue = new Set<Waiting>()
  /** Pieces that left their turn, and go on before those of the queue. */
  const returning = new Set<Waiting>()
  let running = 0
  /** The average duration of recent pieces of size 1, without the time outside their turns. */
  let usualMs = 0

  async function wait(size: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { size, begin: resolve }
    queue.add(waiting)
    const timer = setTimeout(() => {
      queue.delete(waiting)
      reject(new QueueTimeoutError())
      // A large piece may have kept smaller ones waiting.
      beginNext()
    }, patienceMs)
    try {
      await promise
    } finally {
      clearTimeout(timer)
    }
  }

  /** Reserves the size of each piece immediately, so that no new piece overtakes the waiting ones. */
  function beginNext(): void {
    for (const waiting of [returning, queue]) {
      for (const next of waiting) {
        if (running + next.size > atOnce) return
        waiting.delete(next)
        running += next.size
        next.begin()
      }
    }
  }

  function giveBack(size: number): void {
    running -= size
    beginNext()
  }

  function takeTurn(size: number): Turn & { end(): void } {
    const outer = turns.getStore()
    let heldSince: number | undefined = performance.now()
    let heldMs = 0
    let outside = 0
    let isOver = false
    let resumed: Promise<void> | undefined

    function release(): void {
      if (heldSince === undefined) return
      heldMs += performance.now() - heldSince
      heldSince = undefined
      giveBack(size)
    }

    function resume(): Promise<void> {
      resumed ??= new Promise((resolve) => {
        const begin = () => {
          resumed = undefined
          heldSince = performance.now()
          if (isOver) release()
          resolve()
        }
        returning.add({ size, begin })
        beginNext()
      })
      return resumed
    }

    return {
      async leave(work) {
        outside += 1
        release()
        try {
          return await (outer ? outer.leave(work) : work())
        } finally {
          outside -= 1
          if (outside === 0 && !isOver) await resume()
        }
      },
      end() {
        release()
        isOver = true
        usualMs += (heldMs * size - usualMs) / recentPieces
      },
    }
  }

  async function run<T>(work: () => Promise<T>, requestedSize = 1): Promise<T> {
    const size = Math.min(requestedSize, atOnce)
    if ((queue.size * usualMs) / atOnce > patienceMs) throw new QueueTimeoutError()
    if (queue.size > 0 || returning.size > 0 || running + size > atOnce) await addTimeOf('turnMs', wait(size))
    else running += size
    const turn = takeTurn(size)
    try {
      return await turns.run(turn, work)
    } finally {
      turn.end()
    }
  }

  // Without an average yet, everything is admitted.
  return Object.assign(run, { room: () => atOnce * (1 + patienceMs / usualMs) })
}
