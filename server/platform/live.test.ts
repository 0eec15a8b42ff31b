import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testPlatform } from '#server/testing/platform.ts'
import { createLive, type LiveMessage } from './live.ts'
import { createLog } from './log.ts'
import { connectDatabase } from './postgres/database.ts'

const platform = await testPlatform()

const notify = (topic: string, id: string, db = platform.db) =>
  sql`select pg_notify('senda_live', ${JSON.stringify({ topic, about: 'agenda', id })})`.execute(db)

/** The next message, or undefined when none comes for a while. */
async function nextMessage(
  subscription: AsyncIterator<LiveMessage>,
  patienceMs = 3000,
): Promise<LiveMessage | 'nothing' | 'ended'> {
  const silence = new Promise<'nothing'>((resolve) => setTimeout(() => resolve('nothing'), patienceMs))
  const next = subscription.next().then(({ done, value }) => (done ? 'ended' : (value as LiveMessage)))
  return Promise.race([next, silence])
}

function subscribe(topics: string[], live = platform.live) {
  const abort = new AbortController()
  return { abort, subscription: live.subscribe({ topics, signal: abort.signal }) }
}

describe('a subscriber', () => {
  test('first receives `listening`, then the notices of its topics', async () => {
    const { subscription, abort } = subscribe(['center:1', 'user:1'])
    expect(await nextMessage(subscription)).toBe('listening')
    await notify('center:2', 'a')
    await notify('user:1', 'b')
    expect(await nextMessage(subscription)).toEqual({ topic: 'user:1', about: 'agenda', id: 'b' })
    subscription.follow(['center:2'])
    await notify('user:1', 'c')
    await notify('center:2', 'd')
    expect(await nextMessage(subscription)).toMatchObject({ id: 'd' })
    abort.abort()
    expect(await nextMessage(subscription)).toBe('ended')
  })

  test('receives the notice of another process within a second', async () => {
    const { subscription, abort } = subscribe(['center:3'])
    expect(await nextMessage(subscription)).toBe('listening')
    const other = await connectDatabase({ url: platform.databaseUrl, log: platform.log, max: 1 })
    const saidAt = performance.now()
    await notify('center:3', 'x', other.db)
    expect(await nextMessage(subscription, 1000)).toMatchObject({ id: 'x' })
    process.stdout.write(`live: received after ${(performance.now() - saidAt).toFixed(1)} ms\n`)
    await other.close()
    abort.abort()
  })

  test('receives `listening` again after the connection was lost, and further notices', async () => {
    const { subscription, abort } = subscribe(['center:4'])
    expect(await nextMessage(subscription)).toBe('listening')
    for (let round = 0; round < 2; round++) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`.execute(
        platform.db,
      )
      expect(await nextMessage(subscription)).toBe('listening')
      await notify('center:4', `after ${round}`)
      expect(await nextMessage(subscription)).toMatchObject({ id: `after ${round}` })
    }
    abort.abort()
  })

  test('receives a repeated unread notice once, and `listening` when too many are unread', async () => {
    const { subscription, abort } = subscribe(['center:5'])
    expect(await nextMessage(subscription)).toBe('listening')
    const probe = subscribe(['center:5', 'probe'])
    expect(await nextMessage(probe.subscription)).toBe('listening')
    for (let n = 0; n < 3; n++) await notify('center:5', 'same')
    await notify('center:5', 'last')
    // The second subscriber has read everything, so the queue of the first is complete.
    for (let message = await nextMessage(probe.subscription); ; message = await nextMessage(probe.subscription)) {
      if (typeof message === 'object' && message.id === 'last') break
    }
    expect([await nextMessage(subscription), await nextMessage(subscription)]).toMatchObject([
      { id: 'same' },
      { id: 'last' },
    ])
    await sql`select pg_notify('senda_live', json_build_object('topic', 'center:5', 'about', 'agenda', 'id', n::text)::text) from generate_series(1, 500) n`.execute(
      platform.db,
    )
    await notify('probe', 'end')
    for (let message = await nextMessage(probe.subscription); ; message = await nextMessage(probe.subscription)) {
      if (typeof message === 'object' && message.id === 'end') break
    }
    expect(await nextMessage(subscription)).toBe('listening')
    abort.abort()
    probe.abort.abort()
  })

  test('ignores messages on the channel that are not notices', async () => {
    const { subscription, abort } = subscribe(['center:6'])
    expect(await nextMessage(subscription)).toBe('listening')
    for (const payload of ['', 'nada', '{"topic":6}', 'null']) {
      await sql`select pg_notify('senda_live', ${payload})`.execute(platform.db)
    }
    await notify('center:6', 'ours')
    expect(await nextMessage(subscription)).toMatchObject({ id: 'ours' })
    abort.abort()
  })

  test('ends when Live closes, and the pool can be closed', async () => {
    const log = createLog({ logLevel: 'silent' })
    const { pool, close } = await connectDatabase({ url: platform.databaseUrl, log, max: 2 })
    const live = createLive({ pool, log })
    const { subscription } = subscribe(['center:7'], live)
    expect(await nextMessage(subscription)).toBe('listening')
    const ended = subscription.next()
    await live.close()
    expect((await ended).done).toBe(true)
    expect(await nextMessage(subscribe(['center:7'], live).subscription)).toBe('ended')
    await close()
  })

  test('whose signal has aborted receives nothing', async () => {
    const { subscription } = subscribe(['center:8'])
    await subscription.return?.()
    expect(await nextMessage(subscription)).toBe('ended')
    const late = new AbortController()
    late.abort()
    expect(await nextMessage(platform.live.subscribe({ topics: [], signal: late.signal }))).toBe('ended')
  })
})
