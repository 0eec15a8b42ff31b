import { hourMs } from '#server/platform/local-time.ts'

/**
 * When patients are reminded. A process that was away for a while makes up for it, as long as the reminder comes
 * `worthHours` before the appointment; so one appointment never gets two of them at once.
 */
export const reminders = [
  { hoursBefore: 24, worthHours: 12 },
  { hoursBefore: 2, worthHours: 0.5 },
] as const
export type Reminder = (typeof reminders)[number]

/** The starts of the appointments whose reminder is due at `now`: after the one instant, up to the other. */
export function startsToRemind({ reminder, now }: { reminder: Reminder; now: Date }): { after: Date; until: Date } {
  const fromNow = (hours: number) => new Date(now.getTime() + hours * hourMs)
  return { after: fromNow(reminder.worthHours), until: fromNow(reminder.hoursBefore) }
}
