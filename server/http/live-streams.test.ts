import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import { startService } from '#server/testing/auth-service.ts'
import { signedInPerson } from '#server/testing/authenticator.ts'
import { buildCenter } from '#server/testing/builders.ts'
import { notifiedTopics } from '#server/testing/notified-topics.ts'
import { buildPromotion } from '#server/testing/promotions.ts'

// Heartbeats and rechecks run on intervals, which begin with the first stream.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
const service = await startService()
const { platform } = service

async function signInListener() {
  const person = await signedInPerson(service)
  const { url } = await startTestServer({ platform, authenticate: (bearer) => authenticate(platform, bearer) })
  const headers = { authorization: `Bearer ${person.session.access_token}` }

  async function open(after?: string) {
    const abort = new AbortController()
    onTestFinished(() => abort.abort())
    const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
    const response = await fetch(`${url}/api/v1/live${query}`, { headers, signal: abort.signal })
    const stream = { status: response.status, text: '', isOpen: true, close: () => abort.abort(), events }
    const decoder = new TextDecoder()
    async function read() {
      for await (const chunk of response.body ?? []) stream.text += decoder.decode(chunk, { stream: true })
    }
    void read()
      .catch(() => undefined)
      .finally(() => (stream.isOpen = false))
    /** Without those about changed rows: signing in changes some. */
    function events(): LiveEvent[] {
      const all = [...stream.text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as LiveEvent)
      return all.filter(({ about }) => about !== 'changed')
    }
    return stream
  }
  const notify = (id: string) =>
    sql`select notify_live(${`user:${person.userId}`}, 'notification', ${id})`.execute(platform.db)
  const notifyRows = (table: string) =>
    sql`select notify_live(${`user:${person.userId}`}, 'rows', ${table})`.execute(platform.db)
  return { ...person, open, notify, notifyRows }
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 3000, interval: 5 })
const ready = (isResumed: boolean) => expect.objectContaining({ about: 'ready', isResumed })

describe('an open stream', () => {
  test('receives a heartbeat every 15 seconds', async () => {
    const { open } = await signInListener()
    const stream = await open()
    await eventually(() => expect(stream.events()).toEqual([ready(false)]))
    await sql`select notify_live('user:another', 'notification', ${newId()})`.execute(platform.db)
    await vi.waitFor(() => expect(platform.live.lastPosition()).not.toBe(stream.events()[0]?.position))
    await vi.advanceTimersByTimeAsync(15_000)
    const alive = { about: 'alive', position: platform.live.lastPosition() }
    await eventually(() => expect(stream.events().slice(1)).toEqual([alive]))
  })

  test('ends within half a minute when its user is blocked without a notice', async () => {
    const { open, userId } = await signInListener()
    const stream = await open()
    await eventually(() => expect(stream.events()).toHaveLength(1))
    await platform.db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', userId).execute()
    expect(stream.isOpen).toBe(true)
    await vi.advanceTimersByTimeAsync(31_000)
    await eventually(() => expect(stream.isOpen).toBe(false))
  })

  test('stays open while nothing about its user changes', async () => {
    const { open, notify } = await signInListener()
    const stream = await open()
    await eventually(() => expect(stream.events()).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(31_000)
    await notify(newId())
    await eventually(() => expect(stream.events().at(-1)).toMatchObject({ about: 'notification' }))
    expect(stream.isOpen).toBe(true)
  })
})

describe('changes of one topic', () => {
  const changed = ({ text }: { text: string }) =>
    [...text.matchAll(/^data: (.*)$/gm)]
      .map(([, data = '']) => JSON.parse(data) as LiveEvent)
      .filter((event) => event.about === 'changed')

  test('are one event at once and one a second later, however many there are, and the last is among them', async () => {
    const { open, notifyRows } = await signInListener()
    const stream = await open()
    await eventually(() => expect(stream.events()).toEqual([ready(false)]))
    await notifyRows('sessions')
    await eventually(() => expect(changed(stream).at(-1)?.reads).toContain('sessions'))
    const before = changed(stream).length
    for (let n = 0; n < 30; n++) await notifyRows('reviews')
    await notifyRows('rewards')
    await eventually(() =>
      expect(changed(stream).at(-1)?.reads).toEqual(expect.arrayContaining(['reviews', 'loyalty'])),
    )
    expect(changed(stream)).toHaveLength(before + 1)
  })

  test('that wait keep the position of later events back, so that a client that resumes misses none', async () => {
    const { open, notify, notifyRows } = await signInListener()
    const stream = await open()
    await eventually(() => expect(stream.events()).toEqual([ready(false)]))
    await notifyRows('sessions')
    await notifyRows('reviews')
    await notify(newId())
    await eventually(() => expect(stream.events()).toHaveLength(2))
    const [, second] = stream.events()
    expect(second).toMatchObject({ about: 'notification' })
    expect(second?.position).toBeUndefined()
    const lastPosition = [...stream.text.matchAll(/"position":"(\d+)"/g)].at(-1)?.[1]
    stream.close()
    const again = await open(lastPosition)
    await eventually(() => expect(again.events()).toContainEqual(ready(true)))
    expect(changed(again).flatMap(({ reads }) => reads)).toContain('reviews')
  })
})

describe('a stream that is opened again', () => {
  test('receives what it missed, in order, and says that it missed nothing', async () => {
    const { open, notify } = await signInListener()
    const [known, first, second] = [newId(), newId(), newId()]
    const stream = await open()
    await eventually(() => expect(stream.events()).toHaveLength(1))
    await notify(known)
    await eventually(() => expect(stream.events()).toHaveLength(2))
    stream.close()
    await notify(first)
    await sql`select notify_live('user:another', 'notification', ${newId()})`.execute(platform.db)
    await notify(second)
    const again = await open(stream.events().at(-1)?.position)
    await eventually(() => expect(again.events()).toContainEqual(ready(true)))
    const ids = again.events().flatMap((event) => (event.about === 'notification' ? [event.notificationId] : []))
    expect(ids).toEqual([first, second])
  })

  test('receives the changed rows of its absence as one event, however many there were', async () => {
    const { open, notify, userId } = await signInListener()
    await notify(newId())
    const stream = await open()
    await eventually(() => expect(stream.events()).not.toHaveLength(0))
    const position = stream.events().at(-1)?.position
    stream.close()
    for (let n = 0; n < 3; n++) {
      await sql`select notify_live(${`user:${userId}`}, 'agenda', n::text) from generate_series(1, 1000) n`.execute(
        platform.db,
      )
    }
    await vi.waitFor(() => expect(platform.live.listAfter(position ?? '')?.length).toBeGreaterThanOrEqual(3000))
    const again = await open(position)
    await eventually(() => expect(again.events()).toContainEqual(ready(true)))
    expect(again.text.match(/"about":"changed"/g)).toHaveLength(1)
    expect(again.isOpen).toBe(true)
  })

  test('resumes after its `ready` when it has received nothing else', async () => {
    const { open, notify } = await signInListener()
    await notify(newId())
    const stream = await open()
    await eventually(() => expect(stream.events()[0]?.position).toBeDefined())
    stream.close()
    const missed = newId()
    await notify(missed)
    const again = await open(stream.events()[0]?.position)
    await eventually(() => expect(again.events()).toContainEqual(ready(true)))
    expect(again.events()).toContainEqual(expect.objectContaining({ notificationId: missed }))
  })

  test.for(['99999999999999', '1', 'nada', '%'])('reads everything again after the position %j', async (after) => {
    const { open } = await signInListener()
    const stream = await open(after)
    await eventually(() => expect(stream.events()).toEqual([ready(false)]))
  })

  test('is refused with a position of 41 characters', async () => {
    const { open } = await signInListener()
    expect((await open('9'.repeat(41))).status).toBe(422)
  })

  test('reads everything again after the process lost its connection to the database', async () => {
    const { open, notify } = await signInListener()
    const stream = await open()
    await notify(newId())
    await eventually(() => expect(stream.events()).toHaveLength(2))
    const position = stream.events().at(-1)?.position
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`.execute(
      platform.db,
    )
    await eventually(() => expect(stream.events()).toHaveLength(3))
    expect(stream.events().at(-1)).toEqual(ready(false))
    const again = await open(position)
    await eventually(() => expect(again.events()).toEqual([ready(false)]))
  })
})

test('a private promotion is told only to its centre and staff, and a public one to every account', async () => {
  const { centerId } = await buildCenter(platform)
  const topicsOf = async (isPublic: boolean) => {
    const notified = await notifiedTopics(platform, async () => {
      const { promotionId } = await buildPromotion(platform, { centerId, isPublic })
      await platform.db.updateTable('promotions').set({ name: 'Otoño' }).where('id', '=', promotionId).execute()
      await platform.db.deleteFrom('promotions').where('id', '=', promotionId).execute()
    })
    return [...new Set(notified.filter((topic) => topic.endsWith(' promotions')))].toSorted()
  }
  expect(await topicsOf(false)).toEqual([`center:${centerId} promotions`, 'staff promotions'])
  expect(await topicsOf(true)).toEqual([`center:${centerId} promotions`, 'everyone promotions', 'staff promotions'])
})
