import { useMutation } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { type Api, useApi } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { deletePushUser, readPushEndpoint, readPushUser, storePushEndpoint, storePushUser } from './push-storage.ts'

/**
 * Whether this browser shows notifications while no page is open. `denied`: the user has forbidden it in the browser.
 * `unknown`: the server has not said yet whether it sends any here. `homeScreen`: an iPhone or iPad shows them only for a page that
 * was opened from its home screen.
 */
export type PushState = 'unknown' | 'unsupported' | 'homeScreen' | 'denied' | 'off' | 'on'

const workerPath = '/push-worker.js'

/** What was read for one user is unknown for the next. */
let known: { userId: string | undefined; state: PushState } = { userId: undefined, state: 'unknown' }
const watchers = new Set<() => void>()

function setState(userId: string | undefined, state: PushState): void {
  known = { userId, state }
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(workerPath)
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** The browsers of iOS are all the same one, and that of an iPad calls itself a Mac. */
function isOnlyOnHomeScreen(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  const isOfIos = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  return isOfIos && !matchMedia('(display-mode: standalone)').matches
}

/**
 * The browser keeps its subscription when the session that made it has ended, and when the server's key has changed. Only the
 * server knows whether it sends anything here. A subscription with another key is made again, for the user who wanted it.
 */
async function readState(caller: Caller): Promise<PushState> {
  if (!isSupported()) return isOnlyOnHomeScreen() ? 'homeScreen' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  if (await renewPush(caller)) return 'on'
  const subscription = await findSubscription()
  if (!subscription || Notification.permission !== 'granted') return 'off'
  const { api, userId } = caller
  const { publicKey } = await api.notifications.pushKey({})
  if (!hasKey(subscription, publicKey)) {
    if (readPushUser() !== userId) return 'off'
    await subscribe(api, publicKey)
    return 'on'
  }
  const { isSubscribed } = await api.notifications.checkSubscription({ endpoint: subscription.endpoint })
  if (!isSubscribed) return 'off'
  storePushEndpoint(subscription.endpoint)
  return 'on'
}

/** Tells the worker which page this tab shows, so that a notification opens in the tab that shows its page already. */
export function tellAddress(): void {
  if (!isSupported()) return
  // Adding the same function again changes nothing.
  navigator.serviceWorker.addEventListener('message', replyWithAddress)
  // Messages wait until the page says that it listens.
  navigator.serviceWorker.startMessages()
}

function replyWithAddress({ data, ports }: MessageEvent): void {
  if (data === 'address') ports[0]?.postMessage(location.href)
}

let renewal: Promise<boolean> | undefined

/**
 * Sends the server another subscription when the browser has lost or replaced the one that its user had made here.
 * @returns whether it has
 */
export function renewPush(caller: Caller): Promise<boolean> {
  renewal ??= renewLost(caller).finally(() => {
    renewal = undefined
  })
  return renewal
}

async function renewLost({ api, userId }: Caller): Promise<boolean> {
  if (userId === undefined || readPushUser() !== userId) return false
  if (!isSupported() || Notification.permission !== 'granted') return false
  const subscription = await findSubscription()
  // Where the address is not known, the server may have ended the subscription itself.
  if (subscription && [null, subscription.endpoint].includes(readPushEndpoint())) return false
  const { publicKey } = await api.notifications.pushKey({})
  const isSent = subscription !== undefined && hasKey(subscription, publicKey) && (await send(api, subscription))
  if (!isSent) await subscribe(api, publicKey)
  return true
}

/** Some browsers do not tell the key; the server then compares it with the one that it has stored. */
function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const bytes = options.applicationServerKey
  if (!bytes) return true
  const base64 = btoa(String.fromCodePoint(...new Uint8Array(bytes)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey
}

async function subscribe(api: Api, publicKey: string): Promise<void> {
  tellAddress()
  const registration = await navigator.serviceWorker.register(workerPath)
  await navigator.serviceWorker.ready
  // A browser refuses another key beside an old subscription, and the push service may have refused the old one.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  await send(api, subscription)
}

/** @returns false when another account has this address with another secret */
async function send(api: Api, subscription: PushSubscription): Promise<boolean> {
  const { endpoint } = subscription
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  const { isSubscribed } = await api.notifications.subscribe({ endpoint, p256dh, auth })
  if (isSubscribed) storePushEndpoint(endpoint)
  return isSubscribed
}

type Caller = { api: Api; userId: string | undefined }

/** Push messages of this browser, and how to switch them. Switching them on may ask for the browser's permission. */
export function usePush() {
  const { api } = useApi()
  const session = useSession()
  const userId = session.status === 'signedIn' && !session.hasEnded ? session.user.id : undefined
  const current = useSyncExternalStore(
    watch,
    () => (known.userId === userId ? known.state : 'unknown'),
    () => 'unknown' as const,
  )

  useEffect(() => {
    if (userId === undefined) return undefined
    let isCurrent = true
    // Without a connection the earlier state stays.
    void readState({ api, userId }).then(
      (next) => isCurrent && setState(userId, next),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [api, userId])

  async function switchOn(): Promise<void> {
    if ((await Notification.requestPermission()) !== 'granted') return
    const { publicKey } = await api.notifications.pushKey({})
    await subscribe(api, publicKey)
    if (userId !== undefined) storePushUser(userId)
  }

  const { mutate, isPending, error } = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? switchOn() : stopPush(api)),
    // Without a connection the switch stays as it was, and the error says why.
    onSettled: () =>
      readState({ api, userId }).then(
        (next) => setState(userId, next),
        () => undefined,
      ),
  })
  return { state: current, setOn: mutate, isPending, error }
}

/** Withdraws this browser's subscription, also when its user signs out: the next user must not see their notifications. */
export async function stopPush(api: Api): Promise<void> {
  deletePushUser()
  if (!isSupported()) return
  const subscription = await findSubscription()
  if (!subscription) return
  await subscription.unsubscribe()
  setState(known.userId, 'off')
  await api.notifications.unsubscribe({ endpoint: subscription.endpoint })
}
