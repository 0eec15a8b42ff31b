import { dayMs, hourMs } from '#server/platform/local-time.ts'
import type { Lucia } from './accounts.ts'
import type { Outcome, PlannedAppointment } from './appointments.plan.ts'
import type { Calendars } from './calendars.ts'
import type { DemoCenter } from './centers.ts'
import type { FocusKey } from './content/foci.ts'
import type { Days } from './days.ts'
import { randomFor } from './random.ts'

type Visit = {
  center: string
  focus: FocusKey
  /** Days from today. The visit is on the first day from then on with a free time. */
  offset: number
  forMateo?: true
  outcome?: 'cancelled' | 'missed'
  review?: { rating: number; comment: string }
}

const visits: readonly Visit[] = [
  {
    center: 'Espacio Umbral',
    focus: 'psicoterapia',
    offset: -112,
    review: {
      rating: 5,
      comment: 'Una primera entrevista que me dejó pensando. Volví varias veces y siempre salí mejor de lo que entré.',
    },
  },
  { center: 'Centro Arrayán', focus: 'fisioterapia', offset: -68 },
  { center: 'Centro Arrayán', focus: 'fisioterapia', offset: -61 },
  { center: 'Centro Arrayán', focus: 'fisioterapia', offset: -54, outcome: 'cancelled' },
  {
    center: 'Centro Arrayán',
    focus: 'fisioterapia',
    offset: -47,
    review: {
      rating: 5,
      comment: 'En tres sesiones pude volver a dormir sobre el lado derecho. Explica cada ejercicio y nunca te apura.',
    },
  },
  { center: 'Centro Candela', focus: 'psicoterapia', offset: -33, outcome: 'missed' },
  { center: 'Infancias Malvín', focus: 'logopedia', offset: -26, forMateo: true },
  { center: 'Infancias Malvín', focus: 'logopedia', offset: -12, forMateo: true },
  { center: 'Centro Arrayán', focus: 'fisioterapia', offset: 3 },
  { center: 'Infancias Malvín', focus: 'logopedia', offset: 8, forMateo: true },
]

/** The visits of paciente@demo.uy: at least one of each status, two in the future, and some without a review. */
export function planLuciasVisits({
  centers,
  lucia,
  calendars,
  days,
}: {
  lucia: Lucia
  centers: readonly DemoCenter[]
  calendars: Calendars
  days: Days
}): PlannedAppointment[] {
  const random = randomFor('visits of Lucía')
  return visits.map((visit) => {
    const center = centers.find(({ name }) => name === visit.center)
    const professional = center?.team.find(({ focus }) => focus === visit.focus)
    const service = professional?.services[0]
    if (!center || !professional || !service) throw new Error(`${visit.center} has no professional for ${visit.focus}`)
    const dependantId = visit.forMateo ? lucia.mateoId : null
    const attendeeId = dependantId ?? lucia.userId
    const { durationMinutes, serviceId } = service
    const request = { professional, attendeeId, durationMinutes, random }
    let { offset } = visit
    let span = calendars.chooseStart({ ...request, offset })
    for (; !span; span = calendars.chooseStart({ ...request, offset })) offset += 1
    calendars.take([professional.professionalId, attendeeId], span)
    const bookedAt = days.at(Math.min(visit.offset, 0) - 5, 21 * 60 + 10)
    const { startsAt, endsAt } = span
    const outcome: Outcome =
      visit.outcome === 'cancelled'
        ? {
            kind: 'cancelled',
            at: new Date(startsAt.getTime() - 30 * hourMs),
            reason: 'Me surgió una reunión de trabajo.',
          }
        : { kind: visit.outcome ?? 'kept' }
    return {
      startsAt,
      endsAt,
      center,
      professional,
      serviceId,
      place: professional.modalities.includes('Online')
        ? 'online'
        : professional.modalities.includes('Presencial') || professional.modalities.includes('Mixta')
          ? 'center'
          : 'home',
      homeAddress: null,
      patientId: lucia.userId,
      patientGender: 'woman',
      dependantId,
      bookedAt,
      outcome,
      ...(visit.review ? { review: { ...visit.review, at: new Date(endsAt.getTime() + dayMs) } } : {}),
    }
  })
}
