import { offerVersion } from '#server/features/packages/packages.policy.ts'
import { createOffer } from '#server/features/packages/usecases/manage-offers.ts'
import { sellPackage } from '#server/features/packages/usecases/sell-package.ts'
import { collectPart } from '#server/features/packages/usecases/settle-package.ts'
import { newId } from '#server/platform/ids.ts'
import type { PlannedAppointment } from './appointments.plan.ts'
import type { DemoEvent } from './appointments.ts'
import type { DemoCenter } from './centers.ts'
import type { Days } from './days.ts'
import type { DemoPlatform } from './demo-platform.ts'

const terms = { professionalIds: null, validityDays: 180, isActive: true } as const
const physiotherapy = { ...terms, sessions: 10, priceCents: 1_550_000 }
const nutrition = { ...terms, sessions: 5, priceCents: 720_000 }
/** Lucía has visited the centre, and not yet booked the visits that her package pays for. */
const soldOn = -53
const firstPartCents = 800_000
const secondPartCents = 400_000

type Plan = {
  center: DemoCenter
  lucia: { userId: string }
  appointments: readonly PlannedAppointment[]
  days: Days
}

/** The centre of centro@demo.uy sells packages. Lucía bought one in parts: it pays for her visits that she books later. */
export function planPackages(platform: DemoPlatform, { center, lucia, appointments, days }: Plan): DemoEvent[] {
  const { centerId } = center
  const byOwner = { userId: centerId, centerId }
  const serviceOf = (name: string) => center.team.flatMap(({ services }) => services).find((each) => each.name === name)
  const sold = serviceOf('Sesión de fisioterapia')
  const other = serviceOf('Consulta nutricional')
  if (!sold || !other) throw new Error(`${center.name} does not give the services of its packages`)
  const bought = { packageId: '' }
  const soldAt = days.at(soldOn, 10 * 60)
  for (const appointment of appointments) {
    const { patientId, dependantId, serviceId, bookedAt } = appointment
    const isOwn = patientId === lucia.userId && dependantId === null && serviceId === sold.serviceId
    if (isOwn && bookedAt > soldAt) appointment.paidBy = bought
  }
  return [
    {
      at: days.at(soldOn - 7, 9 * 60),
      async happen() {
        await createOffer(platform, { ...byOwner, ...nutrition, serviceId: other.serviceId })
      },
    },
    {
      at: soldAt,
      async happen() {
        const offer = await createOffer(platform, { ...byOwner, ...physiotherapy, serviceId: sold.serviceId })
        const sale = { offerId: offer.id, terms: offerVersion(offer), soldCount: 0, idempotencyKey: newId() }
        const person = { kind: 'patient', id: lucia.userId } as const
        const first = { amountCents: firstPartCents, method: 'debito' } as const
        bought.packageId = (await sellPackage(platform, { ...byOwner, ...sale, person, ...first })).id
      },
    },
    {
      at: days.at(-20, 18 * 60),
      async happen() {
        const part = { amountCents: secondPartCents, method: 'transferencia', paidCents: firstPartCents } as const
        await collectPart(platform, { ...byOwner, ...bought, ...part })
      },
    },
  ]
}
