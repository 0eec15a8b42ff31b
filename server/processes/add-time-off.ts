import { zone } from '#contract/calendar.ts'
import type { DayChange } from '#contract/day-changes.ts'
import { failField } from '#contract/errors.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { type ChangeOfMany, changeMany } from '#server/features/appointments/usecases/change-many.ts'
import type { Upcoming } from '#server/features/centers/repository/upcoming-appointments.ts'
import type { Absence } from '#server/features/centers/usecases/block-time.ts'
import { addAbsences, insertAbsences, type TimeOffChange } from '#server/features/centers/usecases/update-time-off.ts'
import { addDays, dayMs, localDay, sameTimeOn } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'

export const addTimeOffRoutes = {
  availability: {
    addTimeOff: api.availability.addTimeOff.handler(async ({ input, context }) => {
      const { startsAt, endsAt, reason, preview = false, ...change } = input
      const absence = { startsAt: new Date(startsAt), endsAt: new Date(endsAt), reason }
      return addTimeOff(context.platform, withUserId(context, { ...change, absence, preview }))
    }),
  },
}

type AppointmentsChange =
  | { action: 'cancel'; reason: string }
  /** Moves them by this many weeks, to the same weekday and time. */
  | { action: 'move'; reason: string; weeks: number }

/** Time off must start within this time. */
const maxDaysAhead = 2 * 366

/**
 * Adds the same time off for several professionals. The owner and receptionists may add it for all, and professionals for
 * themselves. Where it is of the whole team, the centre is closed on the whole days in it, as in closeOnHolidays(). With
 * `appointments`, it cancels or moves the affected appointments in the same transaction.
 */
export async function addTimeOff(
  platform: Platform,
  input: TimeOffChange & { absence: Absence; appointments?: AppointmentsChange },
): Promise<{ affected: Upcoming[]; change: DayChange | null }> {
  const { absence, appointments } = input
  const now = platform.clock.now()
  if (absence.endsAt <= now) throw failField('endsAt', 'Ese momento ya pasó')
  if (absence.startsAt.getTime() > now.getTime() + maxDaysAhead * dayMs) {
    throw failField('startsAt', 'Puede empezar dentro de los próximos dos años')
  }
  const added = { absences: [absence], areHolidays: false }
  if (!appointments) return { affected: await addAbsences(platform, { ...input, ...added }), change: null }
  const professionalIds = [...new Set(input.professionalIds)]
  const affected = await addAbsences(platform, { ...input, ...added, preview: true })
  const change = await changeMany(platform, {
    ...input,
    professionalIds,
    span: absence,
    change: changeOf(appointments),
    block: async (tx) => {
      await insertAbsences(tx, { ...input, ...added, professionalIds, now })
      return null
    },
  })
  return { affected, change }
}

function changeOf(input: AppointmentsChange): ChangeOfMany {
  if (input.action === 'cancel') return { kind: 'cancel', reason: input.reason }
  const newStart = (startsAt: Date) => {
    const day = addDays({ day: localDay({ instant: startsAt, zone }), days: 7 * input.weeks })
    return sameTimeOn({ startsAt, day, zone })
  }
  return { kind: 'move', reason: input.reason, newStart }
}
