import type { PersonRef } from '#contract/agenda.ts'
import { gridMinutes, zone } from '#contract/calendar.ts'
import { failField } from '#contract/errors.ts'
import type { Rhythm, SeriesDate, SeriesDates } from '#contract/series.ts'
import { type Member, mayChangeAgendaOf } from '#server/features/centers/centers.policy.ts'
import { requireContact } from '#server/features/contacts/usecases/list-contacts.ts'
import { addDays, dayMs, localDay, localDays, type Span, startOfDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { fail } from '../appointments.errors.ts'
import { type CenterService, findCenterService } from '../repository/free-times.ts'
import { listBusyAtCenter } from '../repository/series.ts'
import { requireTimetable } from '../repository/timetables.ts'
import { deskStartProblem, deskWindow } from '../rules/agenda.ts'
import { freeStartsOn } from '../rules/free-times.ts'
import { spanOf } from '../rules/lifecycle.ts'
import { holidayOn } from '../rules/series-conflicts.ts'
import { seriesStarts } from '../rules/series-dates.ts'
import { type CheckedSeries, checkSeries, type DateOfSeries, wholeSpan } from './check-series.ts'

/** A dialog asks again for each change of what is typed; a script would read the agenda of years. */
const readsPerMinute = { name: 'appointments.series_dates', limit: 120, windowSeconds: 60 }
/** The nearest free time lies on the day itself, or in so many days after it. */
const nearDays = 14

type Request = {
  userId: string
  member: Member
  serviceId: string
  startsAt: Date
  rhythm: Rhythm
  end: { count: number } | { until: string }
  extra: number
  person: PersonRef | undefined
}

/** The dates of a series that the desk is about to book, each with what stands in its way and the free times near it. */
export async function listSeriesDates(platform: Platform, input: Request): Promise<SeriesDates> {
  const { db, clock } = platform
  const { member, serviceId, startsAt } = input
  await countAttempt(platform, { ...readsPerMinute, key: input.userId })
  const now = clock.now()
  const service = await findCenterService(db, { centerId: member.centerId, serviceId, now })
  if (!service?.isOffered || !service.isWorking || !mayChangeAgendaOf(member, service))
    throw fail('agenda.unknown_service')
  if (!service.takesBookings) throw fail('agenda.not_taking_bookings')
  const problem = deskStartProblem({ startsAt, now })
  if (problem !== undefined) throw failField('startsAt', problem)
  const { starts, isCut } = seriesStarts({ ...input, zone })
  if (starts.length === 0) throw failField('until', 'Es antes de la primera cita')
  const dates = starts.map((start) => ({ ...start, ...spanOf({ ...service, startsAt: start.startsAt }) }))
  if (input.person) await requireContact(platform, { member, person: input.person })
  const attendeeId = input.person?.id ?? null
  const checked = await checkSeries(db, { ...service, member, attendeeId, dates, now })
  const near = await findNear(platform, { ...checked, service, attendeeId, dates, now })
  return {
    dates: dates.map((date, index) => ({
      startsAt: date.startsAt.toISOString(),
      isLastOfMonth: date.isLastOfMonth,
      holiday: holidayOn(date, checked.calendar) ?? null,
      conflict: checked.conflicts[index] ?? null,
      ...(near[index] ?? { freeTimes: [], nearest: null }),
    })),
    isCut,
  }
}

type Search = CheckedSeries & {
  service: CenterService
  attendeeId: string | null
  dates: readonly DateOfSeries[]
  now: Date
}
type Near = Pick<SeriesDate, 'freeTimes' | 'nearest'>

/** For each date with a conflict: the free times of its day, and the nearest one that no other date of the series takes. */
async function findNear(platform: Platform, search: Search): Promise<(Near | undefined)[]> {
  const { service, attendeeId, dates, conflicts, now } = search
  const refused = dates.filter((_, index) => conflicts[index])
  if (refused.length === 0) return []
  const { professionalId, centerId, durationMinutes } = service
  const kept = dates.filter((_, index) => !conflicts[index])
  const span = wholeSpan(refused)
  const from = localDay({ instant: span.startsAt, zone })
  const afterLast = addDays({ day: localDay({ instant: span.endsAt, zone }), days: nearDays + 1 })
  const whole = { startsAt: startOfDay({ day: from, zone }), endsAt: startOfDay({ day: afterLast, zone }) }
  const { hours, timeOff, booked } = await requireTimetable(platform.db, { ...whole, professionalId, now })
  const own = attendeeId === null ? [] : await listBusyAtCenter(platform.db, { ...whole, attendeeId, centerId })
  const free = freeStartsOn(daysUntil(from, afterLast), {
    hours,
    busy: [...timeOff, ...booked, ...own, ...kept],
    durationMinutes,
    gridMinutes,
    ...deskWindow({ now }),
  })
  const byDay = Map.groupBy(free, (start) => localDay({ instant: start, zone }))
  const proposed: Span[] = []
  return dates.map((date, index) => {
    if (!conflicts[index]) return undefined
    const day = localDay({ instant: date.startsAt, zone })
    const nearest = nearestFree({ date, day, byDay, proposed, durationMinutes })
    if (nearest) proposed.push(spanOf({ startsAt: nearest, durationMinutes }))
    const freeTimes = byDay.get(day) ?? []
    return { freeTimes: freeTimes.map((start) => start.toISOString()), nearest: nearest?.toISOString() ?? null }
  })
}

function daysUntil(from: string, to: string) {
  return localDays({ zone, from, days: (Date.parse(to) - Date.parse(from)) / dayMs })
}

type NearestSearch = {
  date: Span
  day: string
  byDay: ReadonlyMap<string, readonly Date[]>
  /** What was proposed for earlier dates. */
  proposed: readonly Span[]
  durationMinutes: number
}

/** The free start that is closest to the hour of the date, on the first day that has any. */
function nearestFree({ date, day, byDay, proposed, durationMinutes }: NearestSearch): Date | undefined {
  const isLeft = (startsAt: Date) => {
    const span = spanOf({ startsAt, durationMinutes })
    return proposed.every((other) => span.endsAt <= other.startsAt || other.endsAt <= span.startsAt)
  }
  const midnight = startOfDay({ day, zone }).getTime()
  const hour = date.startsAt.getTime() - midnight
  for (let days = 0; days <= nearDays; days += 1) {
    const other = addDays({ day, days })
    const start = startOfDay({ day: other, zone }).getTime()
    const distance = (each: Date) => Math.abs(each.getTime() - start - hour)
    const left = (byDay.get(other) ?? []).filter(isLeft)
    if (left.length > 0) return left.reduce((best, each) => (distance(each) < distance(best) ? each : best))
  }
  return undefined
}
