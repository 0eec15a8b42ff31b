import { z } from 'zod'

import { timeOffSpan } from '#contract/availability.ts'
import { day, typedText } from '#contract/values.ts'
import { minuteOfText } from '#web/platform/clock-text.ts'
import { addDays } from '#web/platform/local-days.ts'
import { localInstant } from '#web/platform/local-instants.ts'

const noDay = 'Elige el día'
const noTime = 'Escribe la hora como 09:30'

/** A typed absence: whole days, or part of one day. */
export const timeOffForm = z
  .object({
    professionalIds: z.array(z.string()).min(1, 'Elige al menos a una persona'),
    kind: z.enum(['days', 'part']),
    from: z.string().min(1, noDay).pipe(day),
    to: z.string(),
    start: z.string(),
    end: z.string(),
    reason: typedText({ max: 300 }),
  })
  .superRefine((values, context) => {
    const fail = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (values.kind === 'days') {
      if (!day.safeParse(values.to).success) fail('to', noDay)
      else if (values.to < values.from) fail('to', 'Tiene que terminar ese día o después')
      else {
        const span = timeOffSpan.safeParse({ ...spanOf(values), reason: '' })
        if (!span.success) fail('to', span.error.issues[0]?.message ?? noDay)
      }
      return
    }
    const [start, end] = [minuteOfText(values.start), minuteOfText(values.end)]
    if (start === undefined) fail('start', noTime)
    if (end === undefined) fail('end', noTime)
    if (start !== undefined && end !== undefined && start >= end) {
      fail('end', 'Tiene que terminar después de empezar')
    }
  })
export type TimeOffValues = z.output<typeof timeOffForm>

export function spanOf(values: Pick<TimeOffValues, 'kind' | 'from' | 'to' | 'start' | 'end'>): {
  startsAt: string
  endsAt: string
} {
  const { kind, from, to } = values
  if (kind === 'days') {
    return {
      startsAt: localInstant({ date: from, minute: 0 }),
      endsAt: localInstant({ date: addDays({ date: to, days: 1 }), minute: 0 }),
    }
  }
  return {
    startsAt: localInstant({ date: from, minute: minuteOfText(values.start) ?? 0 }),
    endsAt: localInstant({ date: from, minute: minuteOfText(values.end) ?? 0 }),
  }
}
