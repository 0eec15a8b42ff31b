// Shows push messages and opens the page that they are about. It serves no requests and caches nothing.

self.addEventListener('push', (event) => {
  const { id, title, message, href, silent } = event.data?.json() ?? {}
  if (typeof title !== 'string') return
  event.waitUntil(
    self.registration.showNotification(title, {
      body: message,
      silent: silent === true,
      tag: id,
      data: { href },
      icon: '/icon-192.png',
      lang: 'es-UY',
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(event.notification.data?.href ?? '/', self.location.origin)
  if (url.origin !== self.location.origin) return
  event.waitUntil(open(url.href))
})

const replyWithinMs = 300

/** In a tab that shows the page already, or in a new one: another tab may hold something half-written. */
async function open(url) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = await Promise.all(tabs.map(addressOf))
  const tab = tabs.find((_, at) => shown[at] === url)
  return tab ? tab.focus() : self.clients.openWindow(url)
}

/** The browser knows only with which address a tab was loaded, so the page is asked. A suspended one does not reply. */
function addressOf(tab) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data)
    setTimeout(resolve, replyWithinMs)
    tab.postMessage('address', [port2])
  })
}

// The push service has ended or replaced the subscription, perhaps long before a page of Senda opens again.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.oldSubscription, event.newSubscription))
})

/** The server knows this browser by the secrets of its former subscription. Where the browser does not tell them, the next page renews it. */
async function renew(former, renewed) {
  if (!former) return
  const { userVisibleOnly, applicationServerKey } = former.options
  const current = renewed ?? (await self.registration.pushManager.subscribe({ userVisibleOnly, applicationServerKey }))
  const { endpoint, keys } = current.toJSON()
  await fetch('/api/v1/push-subscriptions/renew', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...keys, endpoint, former: { endpoint: former.endpoint, auth: former.toJSON().keys.auth } }),
  })
}
