import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { testPlatform } from '#server/testing/platform.ts'
import { createLive, type Live, type LiveWatcher } from './live.ts'
import { createLog } from './log.ts'
import { connectDatabase } from './postgres/database.ts'

const platform = await testPlatform()

const notify = (id: string, db = platform.db) => sql`select notify_live('center:1', 'agenda', ${id})`.execute(db)

/** What a new watcher receives. */
function watch(live: Live = platform.live) {
  const received: Parameters<LiveWatcher>[0][] = []
  live.watch((message) => received.push(message))
  const ids = () => received.flatMap((message) => (typeof message === 'string' ? [] : [message.id]))
  const has = (message: string) =>
    vi.waitFor(() => expect([...received, ...ids()]).toContain(message), { timeout: 3000, interval: 2 })
  return { received, ids, has }
}

describe('a watcher', () => {
  test('first receives `listening`, then every notice with its position and its numbers', async () => {
    const { received, has } = watch()
    await has('listening')
    await notify('a')
    await sql`select notify_live('user:1', 'conversation', 'b', json_build_object('lastNumber', 3))`.execute(
      platform.db,
    )
    await has('b')
    expect(received).toEqual([
      'listening',
      { topic: 'center:1', about: 'agenda', id: 'a', position: expect.stringMatching(/^\d+$/), detail: null },
      { topic: 'user:1', about: 'conversation', id: 'b', position: expect.anything(), detail: { lastNumber: 3 } },
    ])
  })

  test('receives the notice of another process within a second', async () => {
    const { has } = watch()
    await has('listening')
    const other = await connectDatabase({ url: platform.databaseUrl, log: platform.log, max: 1 })
    const sentAt = performance.now()
    await notify('x', other.db)
    await has('x')
    process.stdout.write(`live: received after ${(performance.now() - sentAt).toFixed(1)} ms\n`)
    await other.close()
  })

  test('receives `lost` and `listening` around a lost connection, and further notices', async () => {
    const { received, has } = watch()
    await has('listening')
    for (let round = 0; round < 2; round++) {
      received.length = 0
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`.execute(
        platform.db,
      )
      await has('listening')
      await notify(`after ${round}`)
      await has(`after ${round}`)
      expect(received.slice(0, 2)).toEqual(['lost', 'listening'])
    }
  })

  test('receives nothing for a message on the channel that is not a notice', async () => {
    const { ids, has } = watch()
    await has('listening')
    for (const payload of ['', 'nada', '{"topic":6}', 'null']) {
      await sql`select pg_notify('senda_live', ${payload})`.execute(platform.db)
    }
    await notify('ours')
    await has('ours')
    expect(ids()).toEqual(['ours'])
  })

  test('receives `closed` once Live closes, and the pool can be closed', async () => {
    const log = createLog({ logLevel: 'silent' })
    const { pool, close } = await connectDatabase({ url: platform.databaseUrl, log, max: 2 })
    const live = createLive({ pool, log })
    const { received, has } = watch(live)
    await has('listening')
    await live.close()
    expect(received).toContain('closed')
    expect(live.isListening()).toBe(false)
    await close()
  })
})

describe('the notices after a position', () => {
  const idsAfter = (live: Live, position: string | undefined) => live.listAfter(position ?? '')?.map(({ id }) => id)

  test('are the same on every process, in the order of the commits', async () => {
    const log = createLog({ logLevel: 'silent' })
    const other = await connectDatabase({ url: platform.databaseUrl, log, max: 2 })
    const live = createLive({ pool: other.pool, log })
    const [here, there] = [watch(), watch(live)]
    await Promise.all([here.has('listening'), there.has('listening')])
    await notify('first')
    await here.has('first')
    const position = platform.live.lastPosition()
    // Its position is taken before the others', and its commit comes after them.
    await platform.db.transaction().execute(async (tx) => {
      await notify('committed last', tx)
      for (const id of ['second', 'third']) await notify(id)
    })
    await Promise.all([here.has('committed last'), there.has('committed last')])
    for (const each of [platform.live, live]) {
      expect(idsAfter(each, position)).toEqual(['second', 'third', 'committed last'])
    }
    await live.close()
    await other.close()
  })

  test.for(['999999999999', '0', '', 'nada', '-1'])('are unknown for the position %j', async (position) => {
    const { has } = watch()
    await has('listening')
    expect(platform.live.listAfter(position)).toBeUndefined()
  })

  test('are forgotten with the connection, because some may have been missed', async () => {
    const { received, has } = watch()
    await has('listening')
    await notify('known')
    await has('known')
    const position = platform.live.lastPosition() ?? ''
    expect(idsAfter(platform.live, position)).toEqual([])
    received.length = 0
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`.execute(
      platform.db,
    )
    await has('listening')
    expect(platform.live.listAfter(position)).toBeUndefined()
  })

  test('are remembered up to ten thousand', { timeout: 20_000 }, async () => {
    const { has } = watch()
    await has('listening')
    await notify('oldest')
    await has('oldest')
    const oldest = platform.live.lastPosition() ?? ''
    await sql`select notify_live('center:1', 'agenda', n::text) from generate_series(1, 20000) n`.execute(platform.db)
    await has('20000')
    expect(platform.live.listAfter(oldest)).toBeUndefined()
    await notify('newest')
    await has('newest')
    await sleep(0)
    expect(platform.live.listAfter(platform.live.lastPosition() ?? '')).toEqual([])
  })
})
