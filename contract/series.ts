import { z } from 'zod'
import { cents, id, instant } from './values.ts'

/** «10 citas». */
export const countedAppointments = (count: number): string => (count === 1 ? '1 cita' : `${count} citas`)

/** How many appointments a series has when it is booked. The database has the same limits. */
export const seriesSize = { min: 2, max: 52 } as const

/** `monthly_weekday`: the second Tuesday of each month; `monthly_date`: the 31st, or the last day of a shorter month. */
export const rhythms = ['weekly', 'fortnightly', 'monthly_weekday', 'monthly_date'] as const
export const rhythm = z.enum(rhythms)
export type Rhythm = z.output<typeof rhythm>

/** The place of an appointment in its series, as it was booked: «3 de 10». */
export const seriesPlace = z.object({ id, place: z.number().int(), sessions: z.number().int() })
export type SeriesPlace = z.output<typeof seriesPlace>

/** «3 de 10». */
export const seriesPlaceText = ({ place, sessions }: SeriesPlace): string => `${place} de ${sessions}`

/** Which appointments of a series a change is about: one and those after it, or all that are still to come. */
export const seriesScope = z.enum(['following', 'all'])
export type SeriesScope = z.output<typeof seriesScope>

/**
 * What stands in the way of a date. `taken`: another appointment of the professional; `busy`: one of the person; `absence`: leave, or a day
 * on which the centre is closed; `holiday`: one on which most people don't work, while the centre has not closed; `gap`: the clocks skip
 * the hour; `too_far`: past what the desk may book; `closed`: staff keep the centre closed then.
 */
export const seriesConflictKinds = ['taken', 'busy', 'absence', 'hours', 'holiday', 'gap', 'too_far', 'closed'] as const

export const seriesConflict = z.object({
  kind: z.enum(seriesConflictKinds),
  /** Of the appointment or the absence, where the member may see it. */
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  /** The attendee, the reason of the absence or the name of the holiday; empty where the member may not see it. */
  name: z.string(),
  professionalName: z.string(),
  /** The receptionist may book it all the same, as they agreed. */
  canInsist: z.boolean(),
})
export type SeriesConflict = z.output<typeof seriesConflict>

export const seriesDates = z.object({
  dates: z.array(
    z.object({
      startsAt: instant,
      /** The month is shorter than the day of the first date: this is its last day. */
      isLastOfMonth: z.boolean(),
      /** The name of a holiday on that day; null on every other day. */
      holiday: z.string().nullable(),
      conflict: seriesConflict.nullable(),
      /** For a date with a conflict: the free times of that day. */
      freeTimes: z.array(instant),
      /** For a date with a conflict: the nearest free time of that day or of the two weeks after it. */
      nearest: instant.nullable(),
    }),
  ),
  /** The last day allows more dates than a series may have. */
  isCut: z.boolean(),
})
export type SeriesDates = z.output<typeof seriesDates>
export type SeriesDate = SeriesDates['dates'][number]

export const bookedSeries = z.object({
  id,
  /** How many it booked, and how many of them the package pays for. */
  booked: z.number().int(),
  byPackage: z.number().int(),
  /** The price of those that no package pays for, all together. */
  dueCents: cents,
  /** False when no mail tells the attendee, so the receptionist has to say the dates. */
  notified: z.boolean(),
})
