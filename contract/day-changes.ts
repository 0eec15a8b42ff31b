import { z } from 'zod'
import { cents, id, instant, version } from './values.ts'

const changedOne = z.object({
  appointmentId: id,
  name: z.string(),
  wasAt: instant,
  /** The new start; null when the appointment was cancelled. */
  startsAt: instant.nullable(),
})

export const dayChange = z.object({
  /** The terms of a preview: which appointments change, what the centre refunds and who is compensated. */
  terms: version,
  changed: z.number().int(),
  /** Appointments whose attendee is notified by mail. */
  notified: z.array(changedOne),
  /** Appointments whose attendee receives no mail, so the receptionist has to telephone. */
  toCall: z.array(changedOne.extend({ phone: z.string().nullable() })),
  unchanged: z.array(
    z.object({
      appointmentId: id,
      startsAt: instant,
      name: z.string(),
      phone: z.string().nullable(),
      reason: z.string(),
    }),
  ),
  refundCents: cents,
  /** How many patients receive points as compensation. */
  compensated: z.number().int(),
  /** The absence added with the change; null when none was added or one covered the time already. */
  blocked: z.object({ id, startsAt: instant, endsAt: instant }).nullable(),
})
export type DayChange = z.output<typeof dayChange>
