import type { AgeGroup } from '#contract/attended.ts'
import { needsPlatform } from '#contract/modalities.ts'
import type { PricedService } from '#contract/services.ts'
import type { Modality } from '#server/features/centers/centers.types.ts'
import type { Span, WeeklyInterval } from '#server/platform/local-time.ts'
import { closings } from './content/closings.ts'
import { type FocusKey, foci } from './content/foci.ts'
import type { Focus, Offer } from './content/focus.types.ts'
import { weeks } from './content/hours.ts'
import type { Days } from './days.ts'
import { inflect, type Person } from './people.ts'
import { type Random, randomFor } from './random.ts'

export type PlannedService = PricedService

export type PlannedProfessional = {
  person: Person
  focus: FocusKey
  title: string
  specialties: string[]
  modalities: Modality[]
  ages: AgeGroup[]
  videoPlatform: string
  videoLink: string
  registrationNumber: string
  bio: string
  photoUrl: string
  hours: readonly WeeklyInterval[]
  timeOff: (Span & { reason: string })[]
  services: PlannedService[]
}

const settings: Record<Focus['setting'], readonly (readonly [Modality[], number])[]> = {
  talk: [
    [['Presencial'], 4],
    [['Mixta'], 4],
    [['Online'], 2],
  ],
  hands: [
    [['Presencial'], 7],
    [['Presencial', 'A domicilio'], 3],
    [['A domicilio'], 1],
  ],
}

/** A reserved domain, so that no link of a demonstration opens a stranger's room. */
const rooms: Record<string, (slug: string) => string> = {
  'Google Meet': (slug) => `https://meet.example/${slug}`,
  Zoom: (slug) => `https://zoom.example/j/${slug}`,
}

export function planProfessional({
  focusKey,
  person,
  random,
  days,
}: {
  focusKey: FocusKey
  person: Person
  random: Random
  days: Days
}): PlannedProfessional {
  const focus: Focus = foci[focusKey]
  const [ownSpecialty, ...otherSpecialties] = focus.specialties
  const modalities = random.weighted(settings[focus.setting])
  const worksOnline = needsPlatform(modalities)
  const { training, approach } = focus
  const sentences = [random.pick(training), ...random.some(approach, random.between(1, 2)), closing(modalities, random)]
  const planned = {
    person,
    focus: focusKey,
    title: inflect(random.pick(focus.titles), person.gender),
    specialties: [ownSpecialty, ...random.some(otherSpecialties, random.between(1, 2))],
    modalities,
    videoPlatform: worksOnline ? random.pick(['Google Meet', 'Zoom']) : '',
    registrationNumber: focus.isRegistered ? `MSP ${random.between(11_000, 98_999)}` : '',
    bio: inflect(sentences.filter((sentence) => sentence !== '').join(' '), person.gender),
    photoUrl: `/demo/portraits/${person.slug}.svg`,
    hours: random.weighted(weeks),
    timeOff: planTimeOff({ random, days }),
    services: planServices({ focus, random }),
  }
  return { ...planned, ages: planAges(planned), videoLink: rooms[planned.videoPlatform]?.(person.slug) ?? '' }
}

/** Uses its own random sequence, so that the other choices stay the same. Some state nothing. */
function planAges({ specialties, person }: Pick<PlannedProfessional, 'specialties' | 'person'>): AgeGroup[] {
  const random = randomFor(`ages ${person.slug}`)
  if (/infantil|tartamudez/i.test(specialties.join(' '))) return ['children', 'teenagers']
  return random.weighted<AgeGroup[]>([
    [['adults', 'older'], 4],
    [['teenagers', 'adults'], 3],
    [['teenagers', 'adults', 'older'], 2],
    [['children', 'teenagers', 'adults', 'older'], 1],
    [[], 2],
  ])
}

function closing(modalities: readonly Modality[], random: Random): string {
  if (modalities.includes('A domicilio') && random.chance(0.6)) return random.pick(closings.home)
  if (modalities.includes('Online') || (modalities.includes('Mixta') && random.chance(0.5))) {
    return random.pick(closings.online)
  }
  return random.chance(0.6) ? random.pick(closings.all) : ''
}

function planServices({ focus, random }: { focus: Focus; random: Random }): PlannedService[] {
  const [main, ...others] = focus.offers
  // A professional who charges more for one service charges more for the others too.
  const level = random.fraction()
  const price = ({ pesos: [from, to] }: Offer) => Math.round((from + (to - from) * level) / 50) * 50 * 100
  return [main, ...random.some(others, random.between(0, 2))].map((offer) => ({
    serviceType: focus.service,
    name: offer.name,
    priceCents: price(offer),
    durationMinutes: offer.minutes,
  }))
}

function planTimeOff({ random, days }: { random: Random; days: Days }): PlannedProfessional['timeOff'] {
  const first = random.between(4, 34)
  return random.weighted<PlannedProfessional['timeOff']>([
    [[], 72],
    [[{ startsAt: days.at(first, 0), endsAt: days.at(first + 7, 0), reason: 'Licencia' }], 12],
    [[{ startsAt: days.at(first, 13 * 60), endsAt: days.at(first, 24 * 60), reason: 'Trámites' }], 10],
    [[{ startsAt: days.at(first, 0), endsAt: days.at(first + 2, 0), reason: 'Congreso' }], 6],
  ])
}
