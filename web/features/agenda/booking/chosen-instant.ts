import { entryGridMinutes } from '#contract/agenda.ts'
import { minuteOfText } from '#web/platform/clock-text.ts'
import { isDay } from '#web/platform/local-days.ts'
import { localInstant } from '#web/platform/local-instants.ts'

import type { ChosenTime } from './time-choice.tsx'

export type TimeErrors = { date?: string | undefined; time?: string | undefined }

/** The instant that a day and a time name, or what is wrong with them. */
export function chosenInstant({ date, time }: ChosenTime): { startsAt: string } | { errors: TimeErrors } {
  const minute = minuteOfText(time)
  const errors: TimeErrors = {
    ...(!isDay(date) && { date: 'Elige el día' }),
    ...(minute === undefined && { time: 'Elige o escribe la hora' }),
    ...(minute !== undefined &&
      minute % entryGridMinutes !== 0 && {
        time: `Las horas van de ${entryGridMinutes} en ${entryGridMinutes} minutos`,
      }),
  }
  if (minute === undefined || errors.date || errors.time) return { errors }
  return { startsAt: localInstant({ date, minute }) }
}
