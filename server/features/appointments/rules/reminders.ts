import { hourMs } from '#server/platform/local-time.ts'

/**
 * When patients are reminded. After an outage, a late reminder is sent as long as it comes `minHoursBefore` before the
 * appointment, so one appointment never gets both reminders together.
 */
export const reminders = [
  { hoursBefore: 24, minHoursBefore: 12 },
  { hoursBefore: 2, minHoursBefore: 0.5 },
] as const
export type Reminder = (typeof reminders)[number]

/** The appointments whose reminder is due at `now` start after `after`, up to `until`. */
export function startsToRemind({ reminder, now }: { reminder: Reminder; now: Date }): { after: Date; until: Date } {
  const fromNow = (hours: number) => new Date(now.getTime() + hours * hourMs)
  return { after: fromNow(reminder.minHoursBefore), until: fromNow(reminder.hoursBefore) }
}
