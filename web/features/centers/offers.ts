import type { CenterProfile } from '#contract/centers.ts'
import type { PublishedDeposit } from '#contract/deposits.ts'
import { formatMoney } from '#web/platform/formats.ts'

type Professional = CenterProfile['professionals'][number]
type Service = Professional['services'][number]

/** What a patient chooses: one service, by any professional who offers it. */
export type Offer = {
  /** Addresses may name the offer by the id of any of its services; this is the first one. */
  id: string
  name: string
  serviceType: Service['serviceType']
  durationMinutes: number
  priceFromCents: number
  samePrice: boolean
  /** There is one service per professional. */
  services: { service: Service; professional: Professional }[]
}

/** Services of the same name, type and duration, over all professionals. */
export function groupOffers(center: Pick<CenterProfile, 'professionals'>): Offer[] {
  const groups = new Map<string, Offer['services']>()
  for (const professional of center.professionals) {
    for (const service of professional.services) {
      const key = JSON.stringify([
        service.serviceType,
        service.name.trim().toLocaleLowerCase('es'),
        service.durationMinutes,
      ])
      groups.set(key, [...(groups.get(key) ?? []), { service, professional }])
    }
  }
  return [...groups.values()].flatMap((services) => {
    const [first] = services
    if (!first) return []
    const prices = services.map(({ service }) => service.priceCents)
    const { id, name, serviceType, durationMinutes } = first.service
    const priceFromCents = Math.min(...prices)
    return [
      {
        id,
        name,
        serviceType,
        durationMinutes,
        priceFromCents,
        samePrice: Math.max(...prices) === priceFromCents,
        services,
      },
    ]
  })
}

export function findOffer({
  offers,
  serviceId,
}: {
  offers: readonly Offer[]
  serviceId: string | undefined
}): Offer | undefined {
  return offers.find((offer) => offer.services.some(({ service }) => service.id === serviceId))
}

/** Formats a duration as "50 min", "1 h" or "1 h 30 min". */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && `${hours}\u00a0h`, rest > 0 && `${rest}\u00a0min`].filter(Boolean).join(' ')
}

const nameList = new Intl.ListFormat('es', { type: 'conjunction' })

/** "Ana Pérez", "Ana Pérez y Luis Gómez"; with more than three names, two and the number of the others. */
export function professionalNames({ services }: Pick<Offer, 'services'>): string {
  const all = [...new Set(services.map(({ professional }) => professional.name))]
  const listedNames = all.length > 3 ? [...all.slice(0, 2), `${all.length - 2} más`] : all
  return nameList.format(listedNames)
}

/** What an offer asks in advance: «Pide una seña de $ 300 al reservar». Undefined where none of its professionals asks a deposit. */
export function depositWords({ services }: Pick<Offer, 'services'>): string | undefined {
  const deposits = services.map(({ service }) => service.deposit)
  const requested = deposits.filter((deposit): deposit is PublishedDeposit => deposit !== null)
  const [first] = requested
  if (!first) return undefined
  const lowestCents = Math.min(...requested.map(({ cents }) => cents))
  const amount = `${requested.every(({ cents }) => cents === lowestCents) ? 'de' : 'desde'} ${formatMoney(lowestCents)}`
  const isForAll = requested.every((deposit) => deposit.for === 'everyone')
  const who = isForAll ? '' : ', si es tu primera visita o faltaste a una'
  const where = requested.length < deposits.length ? ', según el profesional' : ''
  return `Pide una seña ${amount} al reservar${who}${where}`
}
