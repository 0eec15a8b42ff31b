import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type Api, useApi } from '#web/platform/api.ts'

/** Whether this browser shows notifications while no page is open. `denied`: the user has forbidden it in the browser. */
type PushState = 'unknown' | 'unsupported' | 'denied' | 'off' | 'on'

const workerPath = '/push-worker.js'

let state: PushState = 'unknown'
const watchers = new Set<() => void>()

function setState(next: PushState): void {
  state = next
  for (const watcher of watchers) watcher()
}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

async function readState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await navigator.serviceWorker.getRegistration(workerPath)
  return (await registration?.pushManager.getSubscription()) ? 'on' : 'off'
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  if (state === 'unknown') void readState().then(setState)
  return () => watchers.delete(watcher)
}

/** Push messages of this browser, and how to switch them. Switching them on may ask for the browser's permission. */
export function usePush() {
  const { api } = useApi()
  const current = useSyncExternalStore(
    watch,
    () => state,
    () => 'unknown' as const,
  )

  async function switchOn(): Promise<void> {
    if ((await Notification.requestPermission()) !== 'granted') return
    const registration = await navigator.serviceWorker.register(workerPath)
    await navigator.serviceWorker.ready
    const { publicKey } = await api.notifications.pushKey({})
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    })
    const { endpoint, keys = {} } = subscription.toJSON()
    await api.notifications.subscribe({
      endpoint: endpoint ?? subscription.endpoint,
      p256dh: keys.p256dh ?? '',
      auth: keys.auth ?? '',
    })
  }

  const { mutate, isPending, error } = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? switchOn() : stopPush(api)),
    onSettled: async () => setState(await readState()),
  })
  return { state: current, setOn: mutate, isPending, error }
}

/** Withdraws this browser's subscription, also when its user signs out: the next user must not see their notifications. */
export async function stopPush(api: Api): Promise<void> {
  if (!isSupported()) return
  const registration = await navigator.serviceWorker.getRegistration(workerPath)
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return
  await subscription.unsubscribe()
  setState('off')
  await api.notifications.unsubscribe({ endpoint: subscription.endpoint })
}
