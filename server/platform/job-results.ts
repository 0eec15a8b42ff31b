import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from './log.ts'
import { isDatabaseUnavailable } from './postgres/database.ts'

const firstPauseMs = 250
const longestPauseMs = 5_000

/**
 * The pool for graphile-worker, on which the statement that stores a job's result is repeated until the database is back. Without
 * this, graphile-worker takes one failed attempt for an inconsistent queue and stops taking jobs.
 */
export function repeatJobResults({ pool, log }: { pool: pg.Pool; log: Log }): pg.Pool {
  // A callback asks for the connection that listens, which graphile-worker replaces by itself.
  const connect = (callback?: Parameters<pg.Pool['connect']>[0]) =>
    callback ? pool.connect(callback) : Promise.resolve(lateClient({ pool, log }))
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

type Statement = Parameters<pg.PoolClient['query']>[0]

/** Takes its connection at its first statement, so that an attempt without a connection can be repeated, too. */
function lateClient({ pool, log }: { pool: pg.Pool; log: Log }): pg.PoolClient {
  let connected: Promise<pg.PoolClient> | undefined

  async function query(...statement: [Statement, ...unknown[]]): Promise<unknown> {
    connected ??= pool.connect()
    const client = await connected
    return await (client.query as (...input: unknown[]) => Promise<unknown>)(...statement)
  }

  async function repeat(...statement: [Statement, ...unknown[]]): Promise<unknown> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        return await query(...statement)
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error
        log.warn({ err: error }, 'the result of a job could not be stored; trying again')
        await release(true)
        await sleep(pauseMs)
      }
    }
  }

  async function release(destroy = false): Promise<void> {
    const client = await connected?.catch(() => undefined)
    connected = undefined
    client?.release(destroy)
  }

  const client = {
    query: (...statement: [Statement, ...unknown[]]) =>
      storesResult(statement[0]) ? repeat(...statement) : query(...statement),
    release: () => release(),
  }
  return client as unknown as pg.PoolClient
}

/**
 * Whether the statement stores a job's result, by the name under which graphile-worker prepares it. A repeated one
 * changes nothing.
 */
function storesResult(statement: Statement): boolean {
  const { name } = typeof statement === 'object' ? (statement as { name?: string }) : {}
  return name !== undefined && /^(?:complete|fail)_jobs?(?:_q)?\//.test(name)
}
