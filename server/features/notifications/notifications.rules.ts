import type { NotificationKind } from '#contract/notifications.ts'

/** The kinds that something sends at present, in the order of the screen, and whether they go out to who said nothing. */
const sentKinds = [
  { kind: 'appointment', byDefault: true },
  { kind: 'reminder', byDefault: true },
] as const satisfies readonly { kind: NotificationKind; byDefault: boolean }[]

export type SentKind = (typeof sentKinds)[number]['kind']

export function isSentKind(kind: NotificationKind): kind is SentKind {
  return sentKinds.some((sent) => sent.kind === kind)
}

type Preference = { kind: SentKind; byMail: boolean }

/** What counts for a person who switched these. */
export function preferencesOf(switches: ReadonlyMap<string, boolean>): Preference[] {
  return sentKinds.map(({ kind, byDefault }) => ({ kind, byMail: switches.get(kind) ?? byDefault }))
}
