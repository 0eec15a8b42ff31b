import { expect, test, vi } from 'vitest'

import type { ChatMessage } from '#contract/conversations.ts'

import { MessageStore } from './message-store.ts'

const message = (number: number): ChatMessage => ({
  id: `id-${number}`,
  number,
  senderType: 'patient',
  senderName: 'Ana',
  isOwn: false,
  content: `Mensaje ${number}`,
  isRemoved: false,
  createdAt: '2026-11-20T12:00:00.000Z',
})

/** A conversation whose messages are on the server. */
function conversation(length: number) {
  const server = { length, requests: [] as object[], isDown: false }
  const store = new MessageStore(async ({ before, after, limit = 50 }) => {
    server.requests.push({ before, after })
    await Promise.resolve()
    if (server.isDown) throw new TypeError('no connection')
    const all = Array.from({ length: server.length }, (_, at) => message(at + 1))
    const items =
      after === undefined
        ? all.filter(({ number }) => before === undefined || number < before).slice(-limit)
        : all.filter(({ number }) => number > after).slice(0, limit)
    return { items, lastNumber: server.length, otherReadNumber: 0 }
  })
  const numbers = () => store.getSnapshot().known?.items.map(({ number }) => number) ?? []
  return { server, store, numbers }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

test('a conversation opens with its newest messages, and older ones load before them', async () => {
  const { store, numbers } = conversation(120)
  await store.refresh()
  expect(numbers()).toEqual(range(71, 120))
  await store.loadOlder()
  expect(numbers()).toEqual(range(21, 120))
  await store.loadOlder()
  await store.loadOlder()
  expect(numbers()).toEqual(range(1, 120))
})

test('an announced number is fetched once, with everything before it', async () => {
  const { server, store, numbers } = conversation(3)
  await store.refresh()
  server.length = 6
  await Promise.all([store.announce(4), store.announce(5), store.announce(6), store.announce(6)])
  expect(numbers()).toEqual(range(1, 6))
  expect(server.requests).toHaveLength(2)
  await store.announce(5)
  expect(server.requests).toHaveLength(2)
})

test('after a long absence only the newest messages are known', async () => {
  const { server, store, numbers } = conversation(3)
  await store.refresh()
  server.length = 400
  await store.announce(400)
  expect(numbers()).toEqual(range(351, 400))
})

test('when a sent message is added before the messages that precede it, those are fetched', async () => {
  const { server, store, numbers } = conversation(3)
  await store.refresh()
  server.length = 6
  store.addSent(message(6))
  await vi.waitFor(() => expect(numbers()).toEqual(range(1, 6)))
})

test('a failed request is repeated', async () => {
  vi.useFakeTimers()
  try {
    const { server, store, numbers } = conversation(3)
    await store.refresh()
    server.length = 5
    server.isDown = true
    await store.announce(5)
    expect(numbers()).toEqual(range(1, 3))
    server.isDown = false
    await vi.advanceTimersByTimeAsync(5000)
    expect(numbers()).toEqual(range(1, 5))
  } finally {
    vi.useRealTimers()
  }
})
