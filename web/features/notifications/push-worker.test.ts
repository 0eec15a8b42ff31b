import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'

type Handler = (event: object) => void

/** The worker of public/push-worker.js, with the part of the browser that it uses. */
function startWorker() {
  const handlers = new Map<string, Handler>()
  const fetch = vi.fn(async (_path: string, _init: { body: string }) => new Response())
  const subscribe = vi.fn(async (_options: object) => subscriptionOf('again'))
  const self = {
    registration: { pushManager: { subscribe } },
    addEventListener: (name: string, handler: Handler) => void handlers.set(name, handler),
  }
  runInNewContext(readFileSync('public/push-worker.js', 'utf8'), { self, fetch })
  async function dispatch(name: string, event: object): Promise<void> {
    const work: Promise<unknown>[] = []
    handlers.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => void work.push(promise) })
    await Promise.all(work)
  }
  const sent = () => fetch.mock.calls.map(([path, { body }]) => ({ path, body: JSON.parse(body) as unknown }))
  return { dispatch, subscribe, sent }
}

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
