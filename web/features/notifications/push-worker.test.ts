import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'

type Handler = (event: object) => void

/** The worker of public/push-worker.js, with the part of the browser that it uses. */
function startWorker(tabs: readonly ReturnType<typeof tabAt>[] = []) {
  const handlers = new Map<string, Handler>()
  const fetch = vi.fn(async (_path: string, _init: { body: string }) => new Response())
  const subscribe = vi.fn(async (_options: object) => subscriptionOf('again'))
  const clients = { matchAll: async () => tabs, openWindow: vi.fn(async (_url: string) => undefined) }
  const self = {
    clients,
    location: { origin: 'https://senda.example' },
    registration: { pushManager: { subscribe } },
    addEventListener: (name: string, handler: Handler) => void handlers.set(name, handler),
  }
  runInNewContext(readFileSync('public/push-worker.js', 'utf8'), { self, fetch, URL, MessageChannel, setTimeout })
  async function dispatch(name: string, event: object): Promise<void> {
    const work: Promise<unknown>[] = []
    handlers.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => void work.push(promise) })
    await Promise.all(work)
  }
  const sent = () => fetch.mock.calls.map(([path, { body }]) => ({ path, body: JSON.parse(body) as unknown }))
  return { dispatch, subscribe, sent, openWindow: clients.openWindow }
}

/** A tab that was loaded with one address and shows another one by now; undefined for a page that does not reply. */
function tabAt({ loaded, shows }: { loaded: string; shows: string | undefined }) {
  return {
    url: `https://senda.example${loaded}`,
    focus: vi.fn(),
    postMessage(_question: string, [port]: MessagePort[]) {
      if (shows !== undefined) port?.postMessage(`https://senda.example${shows}`)
    },
  }
}

const clickOn = (href: string) => ({ notification: { close: () => undefined, data: { href } } })

const subscriptionOf = (name: string) => ({
  endpoint: `https://push.example/${name}`,
  options: { userVisibleOnly: true, applicationServerKey: 'the key of the server' },
  toJSON: () => ({
    endpoint: `https://push.example/${name}`,
    expirationTime: null,
    keys: { p256dh: `public key of ${name}`, auth: `secret of ${name}` },
  }),
})

const renewalTo = (name: string) => ({
  path: '/api/v1/push-subscriptions/renew',
  body: {
    endpoint: `https://push.example/${name}`,
    p256dh: `public key of ${name}`,
    auth: `secret of ${name}`,
    former: { endpoint: 'https://push.example/former', auth: 'secret of former' },
  },
})

test('a subscription that the push service has ended is made again with the same key, and the server learns it', async () => {
  const { dispatch, subscribe, sent } = startWorker()
  await dispatch('pushsubscriptionchange', { oldSubscription: subscriptionOf('former'), newSubscription: null })
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'the key of the server' })
  expect(sent()).toEqual([renewalTo('again')])
})

test('the server learns a subscription that the browser has made itself', async () => {
  const { dispatch, subscribe, sent } = startWorker()
  const newSubscription = subscriptionOf('renewed')
  await dispatch('pushsubscriptionchange', { oldSubscription: subscriptionOf('former'), newSubscription })
  expect(subscribe).not.toHaveBeenCalled()
  expect(sent()).toEqual([renewalTo('renewed')])
})

test('in a browser that does not tell the former subscription, nothing is sent', async () => {
  const { dispatch, sent } = startWorker()
  await dispatch('pushsubscriptionchange', { oldSubscription: null, newSubscription: null })
  expect(sent()).toEqual([])
})

test('a notification opens in the tab that shows its page now, whatever it was loaded with', async () => {
  const left = tabAt({ loaded: '/chat?c=1', shows: '/dashboard' })
  const there = tabAt({ loaded: '/dashboard', shows: '/chat?c=1' })
  const { dispatch, openWindow } = startWorker([left, there])
  await dispatch('notificationclick', clickOn('/chat?c=1'))
  expect(there.focus).toHaveBeenCalled()
  expect(left.focus).not.toHaveBeenCalled()
  expect(openWindow).not.toHaveBeenCalled()
})

test('a notification opens a tab of its own where none shows its page, or none replies', async () => {
  const suspended = tabAt({ loaded: '/chat?c=1', shows: undefined })
  const { dispatch, openWindow } = startWorker([tabAt({ loaded: '/chat?c=1', shows: '/dashboard' }), suspended])
  await dispatch('notificationclick', clickOn('/chat?c=1'))
  expect(suspended.focus).not.toHaveBeenCalled()
  expect(openWindow).toHaveBeenCalledWith('https://senda.example/chat?c=1')
})
