import type { Appointment } from '#contract/appointments.ts'
import type { DeskMethod } from '#contract/payment-methods.ts'
import { dayMs, hourMs, minuteMs, type Span } from '#server/platform/local-time.ts'
import type { Patient } from './accounts.ts'
import type { Calendars } from './calendars.ts'
import type { DemoCenter, DemoProfessional } from './centers.ts'
import { cancellationReasons } from './content/comments.ts'
import type { Days } from './days.ts'
import type { Gender } from './people.ts'
import { type Random, randomFor } from './random.ts'

export type Outcome =
  | { kind: 'kept' }
  | { kind: 'cancelled'; at: Date; reason: string | undefined }
  | { kind: 'missed' }
  /** The appointment stays pending at a centre that confirms by hand. */
  | { kind: 'unanswered' }

export type PlannedReview = { at: Date; rating: number; comment: string; reply?: { at: Date; text: string } }

export type PlannedAppointment = Span & {
  center: DemoCenter
  professional: DemoProfessional
  serviceId: string
  place: Appointment['place']
  homeAddress: string | null
  patientId: string
  /** The grammatical gender of the author, which comments agree with. */
  patientGender: Gender
  dependantId: string | null
  bookedAt: Date
  outcome: Outcome
  review?: PlannedReview
  payment?: { at: Date; amountCents: number; method: DeskMethod }
  /** The package that pays for it; its id is known once it is sold. */
  paidBy?: { packageId: string }
}

const pastDays = 122
const aheadDays = 42
/** The number of past and coming appointments of a professional, at a centre with a demand of 1. */
const pastVisits = { from: 2, to: 6 }
const visitsAhead = { from: 0, to: 2 }

/** Appointments of the past four months and the next six weeks, in proportion to each centre's demand. */
export function planAppointments(input: {
  centers: readonly DemoCenter[]
  patients: readonly Patient[]
  calendars: Calendars
  days: Days
}): PlannedAppointment[] {
  return input.centers
    .filter(({ draft }) => !draft.isPending && !draft.isHidden)
    .flatMap((center) => center.team.flatMap((professional) => planVisits({ ...input, center, professional })))
}

type Visits = {
  center: DemoCenter
  professional: DemoProfessional
  patients: readonly Patient[]
  calendars: Calendars
  days: Days
}

function planVisits({ center, professional, patients, calendars, days }: Visits): PlannedAppointment[] {
  const random = randomFor(`visits of ${professional.person.slug}`)
  // An independent professional sees more patients than a member of a team.
  const demand = center.demand * (center.team.length === 1 ? 1.7 : 1)
  const scaled = ({ from, to }: { from: number; to: number }) => Math.round(random.between(from, to) * demand)
  const offsets = [
    ...Array.from({ length: scaled(pastVisits) }, () => -random.between(1, pastDays)),
    // Near days are more likely than distant ones.
    ...Array.from({ length: scaled(visitsAhead) }, () => Math.floor(aheadDays * random.fraction() ** 1.7)),
  ]
  const known: Patient[] = []
  let unanswered = 0
  return offsets.flatMap((offset) => {
    const service = random.pick(professional.services)
    const span = calendars.chooseStart({ professional, offset, durationMinutes: service.durationMinutes, random })
    if (!span) return []
    const patient = choosePatient({ span, known, patients, calendars, random })
    if (!patient) return []
    known.push(patient)
    calendars.take([professional.professionalId, patient.userId], span)

    const staysOpen = center.draft.confirmsManually === true && offset >= 2 && unanswered < 2
    if (staysOpen) unanswered += 1
    // An open request is from last night, because a request without a response is cancelled after a day.
    const bookedAt = staysOpen
      ? days.at(-1, 23 * 60 + random.between(20, 55))
      : days.at(Math.min(offset, 0) - random.between(1, 16), random.between(8 * 60, 22 * 60))
    const place = choosePlace({ professional, random })
    return {
      ...span,
      center,
      professional,
      serviceId: service.serviceId,
      place,
      homeAddress: place === 'home' ? `${center.draft.address.replace(/\d+$/u, '')}${random.between(300, 3900)}` : null,
      patientId: patient.userId,
      patientGender: patient.gender,
      dependantId: null,
      bookedAt,
      outcome: staysOpen ? { kind: 'unanswered' } : chooseOutcome({ ...span, bookedAt, days, random }),
    }
  })
}

/** Chooses a patient who is free then, in one of five cases a returning one. */
function choosePatient({
  span,
  known,
  patients,
  calendars,
  random,
}: {
  span: Span
  known: readonly Patient[]
  patients: readonly Patient[]
  calendars: Calendars
  random: Random
}): Patient | undefined {
  for (let attempt = 0; attempt < 20; attempt++) {
    const patient = random.pick(known.length > 0 && random.chance(0.2) ? known : patients)
    if (calendars.isFree(patient.userId, span)) return patient
  }
  return undefined
}

function choosePlace({
  professional,
  random,
}: {
  professional: DemoProfessional
  random: Random
}): Appointment['place'] {
  const { modalities } = professional
  const places: Appointment['place'][] = []
  if (modalities.includes('Presencial')) places.push('center', 'center')
  if (modalities.includes('Mixta')) places.push('center', 'center', 'online')
  if (modalities.includes('Online')) places.push('online')
  if (modalities.includes('A domicilio')) places.push('home')
  return random.pick(places)
}

function chooseOutcome({
  startsAt,
  bookedAt,
  days,
  random,
}: {
  startsAt: Date
  bookedAt: Date
  days: Days
  random: Random
}): Outcome {
  const kind = random.weighted<Outcome['kind']>([
    ['kept', 87],
    ['cancelled', 9],
    ['missed', 4],
  ])
  const midnight = days.at(0, 0)
  if (kind === 'missed') return { kind: startsAt < midnight ? 'missed' : 'kept' }
  if (kind !== 'cancelled') return { kind: 'kept' }
  // After the booking, before the appointment, and not in the future.
  const latest = Math.min(startsAt.getTime() - 2 * hourMs, midnight.getTime() - hourMs)
  const at = new Date(Math.max(bookedAt.getTime() + minuteMs, latest - random.fraction() * 2 * dayMs))
  const reason = random.chance(0.6) ? random.pick(cancellationReasons) : undefined
  return { kind: 'cancelled', at, reason }
}
