import type { NotificationKind } from '#contract/notifications.ts'

/** The kinds that Senda sends, in the order of the screen, and whether they are on by default. */
const sentKinds = [
  { kind: 'appointment', byDefault: true },
  { kind: 'reminder', byDefault: true },
  { kind: 'message', byDefault: true },
] as const satisfies readonly { kind: NotificationKind; byDefault: boolean }[]

export type SentKind = (typeof sentKinds)[number]['kind']

export function isSentKind(kind: NotificationKind): kind is SentKind {
  return sentKinds.some((sent) => sent.kind === kind)
}

type Preference = { kind: SentKind; byMail: boolean }

/** The preferences that result from a person's switches. */
export function preferencesOf(switches: ReadonlyMap<string, boolean>): Preference[] {
  return sentKinds.map(({ kind, byDefault }) => ({ kind, byMail: switches.get(kind) ?? byDefault }))
}
