import { offersPlace } from '#contract/places.ts'
import { bookAtDesk } from '#server/features/appointments/usecases/book-at-desk.ts'
import { collectPayment } from '#server/features/appointments/usecases/collect-payment.ts'
import { newId } from '#server/platform/ids.ts'
import type { DemoEvent } from './appointments.ts'
import type { Calendars } from './calendars.ts'
import type { DemoCenter } from './centers.ts'
import type { Days } from './days.ts'
import type { DemoPlatform } from './demo-platform.ts'
import { inventPeople, phoneNumber } from './people.ts'
import { randomFor } from './random.ts'

const guests = 9
/** The days, counted from today, from which four are chosen for each guest's visits. */
const visits = [-39, -22, -17, -6, -3, 0, 1, 3, 6]

/** People without an account who call the centre or walk in. The owner books for them at the desk. */
export function planGuests(
  platform: DemoPlatform,
  { center, calendars, days }: { center: DemoCenter; calendars: Calendars; days: Days },
): DemoEvent[] {
  const random = randomFor(`guests of ${center.slug}`)
  const invent = inventPeople(`guests of ${center.slug}`)
  const atDesk = { userId: center.centerId, centerId: center.centerId }
  const team = center.team.filter(({ modalities }) => offersPlace({ modalities, place: 'center' }))
  const events: DemoEvent[] = []
  for (let index = 0; index < guests && team.length > 0; index++) {
    const { fullName } = invent()
    const person = { kind: 'newGuest', fullName, phone: phoneNumber(random, 'mobile'), email: '' } as const
    for (const offset of random.some(visits, 4)) {
      // Not every professional works every day.
      const choices = random.some(team, team.length).map((professional) => {
        const service = random.pick(professional.services)
        return { professional, service, span: calendars.chooseStart({ professional, offset, ...service, random }) }
      })
      const chosen = choices.find(({ span }) => span !== undefined)
      if (!chosen?.span) continue
      const { professional, service, span } = chosen
      calendars.take([professional.professionalId], span)
      const { startsAt } = span
      const entry = {
        ...atDesk,
        idempotencyKey: newId(),
        serviceId: service.serviceId,
        startsAt,
        place: 'center',
        person,
      } as const
      let appointmentId = ''
      events.push({
        at: days.at(Math.min(offset, 0) - random.between(1, 6), random.between(9 * 60, 18 * 60)),
        async happen() {
          appointmentId = (await bookAtDesk(platform, entry)).row.id
        },
      })
      if (span.endsAt < days.at(0, 0)) {
        const amount = { amountCents: service.priceCents, method: random.pick(['efectivo', 'debito'] as const) }
        events.push({
          at: span.endsAt,
          happen: () => collectPayment(platform, { ...atDesk, appointmentId, ...amount }),
        })
      }
    }
  }
  return events
}
