// Shows push messages and opens the page that they are about. It serves no requests and caches nothing.

self.addEventListener('push', (event) => {
  const { id, title, message, href } = event.data?.json() ?? {}
  if (typeof title !== 'string') return
  event.waitUntil(
    self.registration.showNotification(title, {
      body: message,
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

/** In a tab that shows the page already, or in a new one: another tab may hold something half-written. */
async function open(url) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find((each) => each.url === url)
  return tab ? tab.focus() : self.clients.openWindow(url)
}
