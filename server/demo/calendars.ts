import { gridMinutes, zone } from '#contract/calendar.ts'
import { freeStarts } from '#server/features/appointments/rules/free-times.ts'
import { minuteMs, type Span } from '#server/platform/local-time.ts'
import type { DemoProfessional } from './centers.ts'
import type { Days } from './days.ts'
import type { Random } from './random.ts'

/** The spans planned so far. Bookings are stored later and in another order, so no two plans may overlap. */
export class Calendars {
  #busy = new Map<string, Span[]>()
  #days: Days

  constructor(days: Days) {
    this.#days = days
  }

  /** A free start on that day that the booking rules would offer, if there is one. */
  chooseStart({
    professional,
    attendeeId,
    offset,
    durationMinutes,
    random,
  }: {
    professional: DemoProfessional
    attendeeId?: string
    offset: number
    durationMinutes: number
    random: Random
  }): Span | undefined {
    const planned = [professional.professionalId, attendeeId ?? ''].flatMap((id) => this.#busy.get(id) ?? [])
    const starts = freeStarts({
      zone,
      from: this.#days.day(offset),
      days: 1,
      hours: professional.hours,
      busy: [...professional.timeOff, ...planned],
      durationMinutes,
      gridMinutes,
      earliest: this.#days.at(offset, 0),
      latest: this.#days.at(offset + 1, 0),
    })
    if (starts.length === 0) return undefined
    const startsAt = random.pick(starts)
    return { startsAt, endsAt: new Date(startsAt.getTime() + durationMinutes * minuteMs) }
  }

  isFree(id: string, { startsAt, endsAt }: Span): boolean {
    return (this.#busy.get(id) ?? []).every((span) => span.endsAt <= startsAt || span.startsAt >= endsAt)
  }

  take(ids: readonly string[], span: Span): void {
    for (const id of ids) this.#busy.set(id, [...(this.#busy.get(id) ?? []), span])
  }
}
