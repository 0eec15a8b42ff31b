import { zone } from '#contract/calendar.ts'
import { fixedMails, type NotificationKind, notificationKinds, optInKinds } from '#contract/notifications.ts'
import { hourMs, localDay, startOfDay } from '#server/platform/local-time.ts'

/** Null when the user has never switched the channel. */
export type Switch = { byMail: boolean | null; byPush: boolean | null }

type Preference = { kind: NotificationKind; byMail: boolean; byPush: boolean }

/** The preferences that result from a user's switches, in the order of the screen. */
export function preferencesOf(switches: ReadonlyMap<string, Switch>): Preference[] {
  return notificationKinds.map((kind) => {
    const isOn = !optInKinds.includes(kind)
    const { byMail, byPush } = switches.get(kind) ?? { byMail: null, byPush: null }
    return { kind, byMail: fixedMails[kind] ?? byMail ?? isOn, byPush: byPush ?? isOn }
  })
}

/** What a schedule sends, and not a person at that moment, or what can wait until the morning. */
const scheduledKinds: readonly NotificationKind[] = ['reminder', 'promotion', 'rating', 'account', 'points']
/** Hours of Uruguay. */
const night = { until: 8, from: 22 }

/** Whether a push shows without a sound: a reminder 24 hours before an early appointment would wake its patient. */
export function isSilent({ kind, now }: { kind: NotificationKind; now: Date }): boolean {
  if (!scheduledKinds.includes(kind)) return false
  const hours = (now.getTime() - startOfDay({ day: localDay({ instant: now, zone }), zone }).getTime()) / hourMs
  return hours < night.until || hours >= night.from
}

/** The browsers' push services. The server sends to no other host, so a subscription cannot direct its requests elsewhere. */
const pushHosts = ['fcm.googleapis.com', 'push.services.mozilla.com', 'notify.windows.com', 'push.apple.com'] as const

/** `allowsLoopback`: outside production, for tests. */
export function isPushEndpoint(endpoint: string, { allowsLoopback }: { allowsLoopback: boolean }): boolean {
  const { protocol, hostname, port, username } = new URL(endpoint)
  if (allowsLoopback && protocol === 'http:' && hostname === '127.0.0.1') return true
  const isKnown = pushHosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  return protocol === 'https:' && isKnown && port === '' && username === ''
}
