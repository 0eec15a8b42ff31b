import { dayMs, hourMs } from '#server/platform/local-time.ts'
import type { PlannedAppointment, PlannedReview } from './appointments.plan.ts'
import { disappointed, lukewarm, praise, praiseOf, reservations } from './content/comments.ts'
import { foci } from './content/foci.ts'
import type { Days } from './days.ts'
import { inflect } from './people.ts'
import { type Random, randomFor } from './random.ts'

/** How many of a hundred patients give five, four, three, two and one star when the average is about `rating`. */
const distributions = [
  { rating: 4.85, stars: [87, 11, 2, 0, 0] },
  { rating: 4.6, stars: [70, 22, 6, 1, 1] },
  { rating: 4.3, stars: [55, 28, 11, 4, 2] },
  { rating: 3.95, stars: [40, 31, 17, 8, 4] },
  { rating: 3.55, stars: [28, 28, 23, 13, 8] },
] as const

const lowestAverage = 3.4

/** Adds reviews to completed appointments: most patients write one, and at most one about each centre. */
export function planReviews({ appointments, days }: { appointments: readonly PlannedAppointment[]; days: Days }): void {
  const byCenter = Map.groupBy(appointments, ({ center }) => center)
  for (const [center, ofCenter] of byCenter) {
    const random = randomFor(`reviews of ${center.slug}`)
    const authors = new Set<string>()
    const ratings: { rating: number; appointment: PlannedAppointment; at: Date }[] = []
    for (const appointment of ofCenter) {
      // The review follows the night in which the appointment is completed.
      const at = new Date(appointment.endsAt.getTime() + 16 * hourMs + random.fraction() * 3 * dayMs)
      const isKept = appointment.outcome.kind === 'kept' && at < days.at(0, 0)
      if (!isKept || authors.has(appointment.patientId) || !random.chance(0.9)) continue
      authors.add(appointment.patientId)
      ratings.push({ rating: rate({ rating: center.rating, random }), appointment, at })
    }
    liftAverage(ratings)
    const used = new Set<string>()
    for (const { rating, appointment, at } of ratings) {
      appointment.review = { at, rating, comment: comment({ rating, appointment, used, random }) }
    }
  }
}

function rate({ rating, random }: { rating: number; random: Random }): PlannedReview['rating'] {
  const byDistance = [...distributions].sort((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating))
  const stars = byDistance[0]?.stars ?? [1, 0, 0, 0, 0]
  return random.weighted(stars.map((weight, index) => [5 - index, weight] as const))
}

/** The average of a few reviews can be far from its target, and a centre below the floor would look like a mistake. */
function liftAverage(reviews: { rating: number }[]): void {
  for (;;) {
    const average = reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length
    const [lowest] = [...reviews].sort((a, b) => a.rating - b.rating)
    if (!lowest || average >= lowestAverage) return
    lowest.rating += 1
  }
}

function comment({
  rating,
  appointment,
  used,
  random,
}: {
  rating: number
  appointment: PlannedAppointment
  used: Set<string>
  random: Random
}): string {
  if (random.chance(0.14)) return ''
  const pickSentence = (sentences: readonly string[]): string => {
    const left = sentences.filter((sentence) => !used.has(sentence) && suits(sentence, appointment))
    if (left.length === 0) return ''
    const sentence = random.pick(left)
    used.add(sentence)
    return sentence
  }
  const specific = praiseOf[foci[appointment.professional.focus].service] ?? []
  const happy = () =>
    random.weighted([
      [[praise], 4],
      [[specific], 3],
      [[praise, specific], 3],
      [[specific, praise], 2],
    ])
  const parts =
    rating === 5
      ? happy()
      : rating === 4
        ? [random.chance(0.5) ? praise : specific, ...(random.chance(0.65) ? [reservations] : [])]
        : rating === 3 || (rating === 2 && random.chance(0.3))
          ? [lukewarm]
          : [disappointed]
  const text = parts
    .map(pickSentence)
    .filter((part) => part !== '')
    .join(' ')
  return inflect(text.replaceAll('{nombre}', appointment.professional.person.firstName), appointment.patientGender)
}

/** Whether the sentence fits the place: a review of a video call does not mention the waiting room. */
function suits(sentence: string, { place }: PlannedAppointment): boolean {
  if (/videollamada/u.test(sentence)) return place === 'online'
  if (/a casa,|la visita/u.test(sentence)) return place === 'home'
  if (/consultorio|sala|estacionar|puerta|lugar|entras|ciudad|media hora|Ambiente/iu.test(sentence))
    return place === 'center'
  return true
}
