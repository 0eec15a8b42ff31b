import { z } from 'zod'
import { instant } from './values.ts'

/**
 * The delivery of a reminder. `scheduled`: it is due at `at`. `queued`: it waits for the mail server. `failed`: the mail server
 * refused it, or its response was lost. `dropped`: what it says was no longer true or wanted when the mail server could take it.
 * `withheld`: its reader wants no reminders by mail, or has no address.
 */
export const reminderStates = ['scheduled', 'queued', 'sent', 'failed', 'dropped', 'withheld'] as const

export const reminderDeliveries = z.object({
  /** The earliest first, without reminders whose time had passed when the appointment was booked. */
  items: z.array(
    z.object({
      hoursBefore: z.number().int(),
      state: z.enum(reminderStates),
      /** When it is due, or was queued, sent, refused or dropped; null where it is withheld. */
      at: instant.nullable(),
    }),
  ),
})
export type ReminderDelivery = z.output<typeof reminderDeliveries>['items'][number]
