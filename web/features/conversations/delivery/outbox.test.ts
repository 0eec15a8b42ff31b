// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { Outbox } from './outbox.ts'
import type { OutboxItem } from './outbox-items.ts'

const userId = '0193a000-0000-7000-8000-000000000001'

/** A server that stores each message once. `failures`: the errors of the next requests. */
function startServer() {
  const stored: string[] = []
  const failures: (Error | object)[] = []
  let open = 0
  const server = {
    stored,
    failures,
    isReachable: true,
    mostAtOnce: 0,
    async send({ id, content }: OutboxItem) {
      if (!server.isReachable) throw new TypeError('Failed to fetch')
      open += 1
      server.mostAtOnce = Math.max(server.mostAtOnce, open)
      await new Promise((done) => setTimeout(done, 10))
      open -= 1
      const failure = failures.shift()
      // Only the response was lost: the server has stored the message.
      if (failure === undefined || failure === lost) if (!stored.includes(content)) stored.push(content)
      if (failure !== undefined) throw failure
      const sender = { senderType: 'patient' as const, senderName: 'Ana', isOwn: true, isRemoved: false }
      return { id, number: stored.indexOf(content) + 1, ...sender, content, createdAt: '2026-11-20T12:00:00.000Z' }
    },
  }
  return server
}

const lost = new TypeError('the response was lost')
const refusal = (status: number, data?: object) =>
  Object.assign(new Error('Por ahora no.'), { code: 'conversations.blocked', status, data })

function start(server = startServer()) {
  const outbox = new Outbox({ userId, send: server.send })
  onTestFinished(outbox.stop)
  const write = (...contents: string[]) => {
    for (const content of contents) outbox.add({ conversationId: 'c', content })
  }
  return { server, outbox, write, waiting: () => outbox.getSnapshot().items.map(({ content }) => content) }
}

/** What the browser reports, whether or not it is right. */
function reportOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
})

test('messages leave one at a time, in the order in which they were written', async () => {
  const { server, write, waiting } = start()
  write('uno', 'dos', 'tres')
  await vi.advanceTimersByTimeAsync(100)
  expect(server.stored).toEqual(['uno', 'dos', 'tres'])
  expect(server.mostAtOnce).toBe(1)
  expect(waiting()).toEqual([])
})

test('messages wait while the network is gone, and leave in order as soon as it is back', async () => {
  const { server, outbox, write, waiting } = start()
  server.isReachable = false
  reportOnline(false)
  write('uno', 'dos')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(waiting()).toEqual(['uno', 'dos'])
  expect(server.stored).toEqual([])
  expect(outbox.getSnapshot().stuckConversationIds.size).toBe(0)
  server.isReachable = true
  reportOnline(true)
  await vi.advanceTimersByTimeAsync(100)
  expect(server.stored).toEqual(['uno', 'dos'])
})

test('a message that the server refuses for the address just as the user confirms it is sent again at once', async () => {
  const { server, outbox, write, waiting } = start()
  server.failures.push(
    Object.assign(new Error('Confirma tu correo.'), { code: 'conversations.email_unverified', status: 409 }),
  )
  write('uno')
  await vi.advanceTimersByTimeAsync(5)
  outbox.resumeAll()
  await vi.advanceTimersByTimeAsync(100)
  expect(server.stored).toEqual(['uno'])
  expect(waiting()).toEqual([])
})

test('the queue says which conversation waits for the address, until its message is sent', async () => {
  const { server, outbox, write } = start()
  server.failures.push(
    Object.assign(new Error('Confirma tu correo.'), { code: 'conversations.email_unverified', status: 409 }),
  )
  write('uno')
  await vi.advanceTimersByTimeAsync(100)
  expect([...outbox.getSnapshot().unprovenConversationIds]).toEqual(['c'])
  outbox.resumeAll()
  await vi.advanceTimersByTimeAsync(100)
  expect([...outbox.getSnapshot().unprovenConversationIds]).toEqual([])
})

test('a browser that reports no network although there is one sends at once', async () => {
  const { server, write } = start()
  reportOnline(false)
  write('uno')
  await vi.advanceTimersByTimeAsync(100)
  expect(server.stored).toEqual(['uno'])
})

test('after a lost response the message is sent with the same id, and stored once', async () => {
  const { server, write, waiting } = start()
  server.failures.push(lost)
  write('uno', 'dos')
  await vi.advanceTimersByTimeAsync(3000)
  expect(server.stored).toEqual(['uno', 'dos'])
  expect(waiting()).toEqual([])
})

test('after three failures the message counts as not sent, and is still retried', async () => {
  const { server, outbox, write } = start()
  server.failures.push(new Error('500'), new Error('500'), new Error('500'))
  write('uno')
  await vi.advanceTimersByTimeAsync(4200)
  expect(outbox.getSnapshot().stuckConversationIds.has('c')).toBe(true)
  await vi.advanceTimersByTimeAsync(6000)
  expect(outbox.getSnapshot().stuckConversationIds.has('c')).toBe(false)
  expect(server.stored).toEqual(['uno'])
})

test('a user who writes too fast reads why, and every message is sent a little later', async () => {
  const { server, outbox, write } = start()
  server.failures.push(refusal(429, { retryAfterSeconds: 5 }))
  write('uno', 'dos')
  await vi.advanceTimersByTimeAsync(1000)
  expect(outbox.getSnapshot().slowdownMessage).toBe('Por ahora no.')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(outbox.getSnapshot().slowdownMessage).toBeUndefined()
  expect(server.stored).toEqual(['uno', 'dos'])
})

test('a refused message stays with its reason until the user retries or discards it', async () => {
  const { server, outbox, write } = start()
  server.failures.push(refusal(403), refusal(403))
  write('uno', 'dos')
  await vi.advanceTimersByTimeAsync(100)
  const [first, second] = outbox.getSnapshot().items
  expect(first?.refusal).toBe('Por ahora no.')
  if (!first || !second) throw new Error('both are refused')
  outbox.retry(first)
  outbox.discard(second.id)
  await vi.advanceTimersByTimeAsync(100)
  expect(server.stored).toEqual(['uno'])
  expect(outbox.getSnapshot().items).toEqual([])
})

test('the queue survives a reload, and drops the messages that the server has stored', async () => {
  const before = start()
  before.server.isReachable = false
  before.write('uno', 'dos')
  before.outbox.stop()
  const { server, outbox, waiting } = start()
  expect(waiting()).toEqual(['uno', 'dos'])
  outbox.removeStored(new Set([outbox.getSnapshot().items[0]?.id ?? '']))
  reportOnline(true)
  await vi.advanceTimersByTimeAsync(100)
  expect(server.stored).toEqual(['dos'])
})

test('after the session has ended, nothing is sent', async () => {
  const { server, write } = start()
  server.failures.push(refusal(401))
  write('uno', 'dos')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.stored).toEqual([])
})

test('a browser that stores nothing still sends in order', async () => {
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  const { server, write, waiting } = start()
  write('uno', 'dos', 'tres')
  expect(waiting()).toEqual(['uno', 'dos', 'tres'])
  await vi.advanceTimersByTimeAsync(100)
  expect(server.stored).toEqual(['uno', 'dos', 'tres'])
})
