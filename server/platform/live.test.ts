import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testPlatform } from '#server/testing/platform.ts'
import { createLive, type LiveMessage } from './live.ts'
import { createLog } from './log.ts'
import { connectDatabase } from './postgres/database.ts'

const platform = await testPlatform()

const tell = (topic: string, id: string, db = platform.db) =>
  sql`select pg_notify('senda_live', ${JSON.stringify({ topic, about: 'agenda', id })})`.execute(db)

/** The next message, or undefined when none comes for a while. */
async function hear(
  subscription: AsyncIterator<LiveMessage>,
  patienceMs = 3000,
): Promise<LiveMessage | 'nothing' | 'ended'> {
  const silence = new Promise<'nothing'>((resolve) => setTimeout(() => resolve('nothing'), patienceMs))
  const next = subscription.next().then(({ done, value }) => (done ? 'ended' : (value as LiveMessage)))
  return Promise.race([next, silence])
}

function subscribe(topics: string[], live = platform.live) {
  const abort = new AbortController()
  return { abort, heard: live.subscribe({ topics, signal: abort.signal }) }
}

describe('a subscriber', () => {
  test('first receives `listening`, then the notices of its topics', async () => {
    const { heard, abort } = subscribe(['center:1', 'user:1'])
    expect(await hear(heard)).toBe('listening')
    await tell('center:2', 'a')
    await tell('user:1', 'b')
    expect(await hear(heard)).toEqual({ topic: 'user:1', about: 'agenda', id: 'b' })
    heard.follow(['center:2'])
    await tell('user:1', 'c')
    await tell('center:2', 'd')
    expect(await hear(heard)).toMatchObject({ id: 'd' })
    abort.abort()
    expect(await hear(heard)).toBe('ended')
  })

  test('receives the notice of another process within a second', async () => {
    const { heard, abort } = subscribe(['center:3'])
    expect(await hear(heard)).toBe('listening')
    const other = await connectDatabase({ url: platform.databaseUrl, log: platform.log, max: 1 })
    const saidAt = performance.now()
    await tell('center:3', 'x', other.db)
    expect(await hear(heard, 1000)).toMatchObject({ id: 'x' })
    process.stdout.write(`live: heard after ${(performance.now() - saidAt).toFixed(1)} ms\n`)
    await other.close()
    abort.abort()
  })

  test('receives `listening` again after the connection was lost, and further notices', async () => {
    const { heard, abort } = subscribe(['center:4'])
    expect(await hear(heard)).toBe('listening')
    for (let round = 0; round < 2; round++) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`.execute(
        platform.db,
      )
      expect(await hear(heard)).toBe('listening')
      await tell('center:4', `after ${round}`)
      expect(await hear(heard)).toMatchObject({ id: `after ${round}` })
    }
    abort.abort()
  })

  test('receives a repeated unread notice once, and `listening` when too many are unread', async () => {
    const { heard, abort } = subscribe(['center:5'])
    expect(await hear(heard)).toBe('listening')
    const probe = subscribe(['center:5', 'probe'])
    expect(await hear(probe.heard)).toBe('listening')
    for (let n = 0; n < 3; n++) await tell('center:5', 'same')
    await tell('center:5', 'last')
    // The second subscriber has read everything, so the queue of the first is complete.
    for (let message = await hear(probe.heard); ; message = await hear(probe.heard)) {
      if (typeof message === 'object' && message.id === 'last') break
    }
    expect([await hear(heard), await hear(heard)]).toMatchObject([{ id: 'same' }, { id: 'last' }])
    await sql`select pg_notify('senda_live', json_build_object('topic', 'center:5', 'about', 'agenda', 'id', n::text)::text) from generate_series(1, 500) n`.execute(
      platform.db,
    )
    await tell('probe', 'end')
    for (let message = await hear(probe.heard); ; message = await hear(probe.heard)) {
      if (typeof message === 'object' && message.id === 'end') break
    }
    expect(await hear(heard)).toBe('listening')
    abort.abort()
    probe.abort.abort()
  })

  test('ignores messages on the channel that are not notices', async () => {
    const { heard, abort } = subscribe(['center:6'])
    expect(await hear(heard)).toBe('listening')
    for (const payload of ['', 'nada', '{"topic":6}', 'null']) {
      await sql`select pg_notify('senda_live', ${payload})`.execute(platform.db)
    }
    await tell('center:6', 'ours')
    expect(await hear(heard)).toMatchObject({ id: 'ours' })
    abort.abort()
  })

  test('ends when Live closes, and the pool can be closed', async () => {
    const log = createLog({ logLevel: 'silent' })
    const { pool, close } = await connectDatabase({ url: platform.databaseUrl, log, max: 2 })
    const live = createLive({ pool, log })
    const { heard } = subscribe(['center:7'], live)
    expect(await hear(heard)).toBe('listening')
    const ended = heard.next()
    await live.close()
    expect((await ended).done).toBe(true)
    expect(await hear(subscribe(['center:7'], live).heard)).toBe('ended')
    await close()
  })

  test('whose signal has aborted receives nothing', async () => {
    const { heard } = subscribe(['center:8'])
    await heard.return?.()
    expect(await hear(heard)).toBe('ended')
    const late = new AbortController()
    late.abort()
    expect(await hear(platform.live.subscribe({ topics: [], signal: late.signal }))).toBe('ended')
  })
})
