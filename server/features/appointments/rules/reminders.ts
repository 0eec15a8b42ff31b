import type { z } from 'zod'
import type { reminderDeliveries } from '#contract/reminder-deliveries.ts'
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

type Stored = {
  hoursBefore: number
  queuedAt: Date
  isMailed: boolean
  /** Null once the mail was deleted. */
  mailId: string | null
  sentAt: Date | null
  droppedAt: Date | null
  /** The mail was refused, or its outcome is unknown, so it is not sent again. */
  isGivenUp: boolean
}

export type Delivery = z.input<typeof reminderDeliveries>['items'][number]

type Deliveries = { startsAt: Date; isConfirmed: boolean; isMailed: boolean; rows: readonly Stored[]; now: Date }

/** The state of each reminder of an appointment, without those that were never due or whose mail was deleted long ago. */
export function deliveriesOf({ startsAt, isConfirmed, isMailed, rows, now }: Deliveries): Delivery[] {
  return reminders.flatMap(({ hoursBefore }): Delivery[] => {
    const row = rows.find((each) => each.hoursBefore === hoursBefore)
    if (row) return deliveryOf(row)
    const dueAt = new Date(startsAt.getTime() - hoursBefore * hourMs)
    if (!isConfirmed || dueAt <= now) return []
    return [isMailed ? { hoursBefore, state: 'scheduled', at: dueAt } : withheld(hoursBefore)]
  })
}

const withheld = (hoursBefore: number): Delivery => ({ hoursBefore, state: 'withheld', at: null })

function deliveryOf({ hoursBefore, queuedAt, isMailed, mailId, sentAt, droppedAt, isGivenUp }: Stored): Delivery[] {
  if (!isMailed) return [withheld(hoursBefore)]
  if (mailId === null) return []
  const at = sentAt ?? droppedAt ?? queuedAt
  const unsent = droppedAt ? 'dropped' : isGivenUp ? 'failed' : 'queued'
  return [{ hoursBefore, at, state: sentAt ? 'sent' : unsent }]
}
