import { ORPCError } from '@orpc/contract'
import type { DayChange } from '#contract/agenda.ts'
import { zone } from '#contract/calendar.ts'
import { failField } from '#contract/errors.ts'
import { mayTouchAgendaOf } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { findStandingOfProfessional } from '#server/features/professionals/usecases/find-professional.ts'
import { localDay, startOfDay, wholeDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import * as agenda from '../repository/agenda.ts'
import * as desk from '../repository/desk.ts'
import { presentPerson } from '../rules/agenda.ts'
import { entryWindow, sameTimeOn, whyItStays } from '../rules/desk.ts'
import { callOffAppointment } from './call-off-appointment.ts'
import type { AtDesk } from './change-at-desk.ts'
import { rescheduleAppointment } from './reschedule-appointment.ts'

type Day = { userId: string; centerId: string; professionalId: string; date: string; reason: string }

/** Calls off everything of a professional's day that has not happened yet. */
export async function cancelDay(platform: Platform, o: Day): Promise<DayChange> {
  return changeEach(platform, o, (at) => callOffAppointment(platform, { ...at, reason: o.reason }))
}

/** Gives each of a professional's day the same time on another day. `preview` only asks which would go. */
export async function moveDay(
  platform: Platform,
  o: Day & { toDate: string; preview?: boolean | undefined },
): Promise<DayChange> {
  const now = platform.clock.now()
  if (o.toDate === o.date) throw failField('toDate', 'Elige otro día')
  if (o.toDate < localDay({ instant: now, zone })) throw failField('toDate', 'Elige un día desde hoy')
  if (startOfDay({ day: o.toDate, zone }) > entryWindow({ now }).latest) {
    throw failField('toDate', 'Se puede agendar hasta 90 días adelante')
  }
  return changeEach(platform, o, async (at, row) => {
    const startsAt = sameTimeOn({ startsAt: row.startsAt, day: o.toDate, zone })
    if (!startsAt) throw failField('startsAt', 'Esa hora no existe ese día')
    return rescheduleAppointment(platform, { ...at, startsAt, reason: o.reason, preview: o.preview })
  })
}

/** Each in a transaction of its own: what can't be changed stays as it was and says why, and the others go on. Whom no mail tells is named. */
async function changeEach(
  { db, clock }: Platform,
  o: Day,
  change: (at: AtDesk, row: agenda.AgendaRow) => Promise<{ told: boolean }>,
): Promise<DayChange> {
  const { userId, centerId, professionalId, date } = o
  const member = await requireMember(db, o)
  const isTheirs = (await findStandingOfProfessional(db, o)) !== undefined
  if (!isTheirs || !mayTouchAgendaOf(member, o)) throw fail('appointments.not_found')
  const outcome: DayChange = { changed: 0, left: [], untold: [] }
  for (const { id: appointmentId } of await desk.listOpenInSpan(db, {
    professionalId,
    ...wholeDay({ day: date, zone }),
    now: clock.now(),
  })) {
    const row = await agenda.findOfCenter(db, { centerId, appointmentId })
    if (!row) continue
    const { name = '', phone = null } = presentPerson(row) ?? {}
    try {
      const { told } = await change({ userId, centerId, appointmentId }, row)
      outcome.changed += 1
      if (!told) outcome.untold.push({ appointmentId, name, phone })
    } catch (error) {
      const reason = error instanceof ORPCError ? whyItStays(error.code, error.data) : undefined
      if (reason === undefined) throw error
      outcome.left.push({ appointmentId, startsAt: row.startsAt.toISOString(), name, reason })
    }
  }
  return outcome
}
