import type { NotificationKind } from '#contract/notifications.ts'

/** The kinds that Senda sends, in the order of the screen. All are on by default, by mail and in the browser. */
const sentKinds = ['appointment', 'reminder', 'message', 'rating'] as const satisfies readonly NotificationKind[]

export type SentKind = (typeof sentKinds)[number]

/** Null: the person has not touched it. */
export type Switch = { byMail: boolean | null; byPush: boolean | null }

export function isSentKind(kind: NotificationKind): kind is SentKind {
  return sentKinds.some((sent) => sent === kind)
}

type Preference = { kind: SentKind; byMail: boolean; byPush: boolean }

/** The preferences that result from a person's switches. */
export function preferencesOf(switches: ReadonlyMap<string, Switch>): Preference[] {
  return sentKinds.map((kind) => {
    const { byMail, byPush } = switches.get(kind) ?? { byMail: null, byPush: null }
    return { kind, byMail: byMail ?? true, byPush: byPush ?? true }
  })
}

/** The push services of the browsers. The server sends to no other host, so that no subscription makes it reach one. */
const pushHosts = ['fcm.googleapis.com', 'push.services.mozilla.com', 'notify.windows.com', 'push.apple.com'] as const

/** `allowsLoopback`: outside production, for tests. */
export function isPushEndpoint(endpoint: string, { allowsLoopback }: { allowsLoopback: boolean }): boolean {
  const { protocol, hostname, port, username } = new URL(endpoint)
  if (allowsLoopback && protocol === 'http:' && hostname === '127.0.0.1') return true
  const isKnown = pushHosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  return protocol === 'https:' && isKnown && port === '' && username === ''
}
