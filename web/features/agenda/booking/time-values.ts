import { z } from 'zod'

import { deskGridMinutes } from '#contract/agenda.ts'
import { minuteOfText } from '#web/platform/clock-text.ts'
import { isDay, localToday } from '#web/platform/local-days.ts'
import { localInstant } from '#web/platform/local-instants.ts'

/** A typed day and time: `2026-11-20`, `09:30`. */
export const timeFields = {
  date: z.string().refine(isDay, 'Elige el día'),
  time: z
    .string()
    .refine((text) => minuteOfText(text) !== undefined, 'Elige o escribe la hora')
    .refine(
      (text) => (minuteOfText(text) ?? 0) % deskGridMinutes === 0,
      `Las horas van de ${deskGridMinutes} en ${deskGridMinutes} minutos`,
    ),
}

export type ChosenTime = { date: string; time: string }

/** The field whose value makes the server refuse the start: on a day that isn't over, an hour that has passed. */
export function fieldOfStart({ date }: Pick<ChosenTime, 'date'>): keyof ChosenTime {
  return date === localToday() ? 'time' : 'date'
}

export function instantOf({ date, time }: ChosenTime): string {
  return localInstant({ date, minute: minuteOfText(time) ?? 0 })
}
