import type { PackageState, SoldPackage } from '#contract/packages.ts'
import { dayWords } from '#web/platform/discount-words.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export const packageStateBadges: Record<PackageState, { label: string; tone: BadgeTone }> = {
  active: { label: 'Vigente', tone: 'green' },
  used_up: { label: 'Sin sesiones', tone: 'neutral' },
  expired: { label: 'Vencido', tone: 'neutral' },
  disputed: { label: 'Pago en reclamo', tone: 'neutral' },
  refunded: { label: 'Devuelto', tone: 'neutral' },
}

/** «Te quedan 7 de 10», and on a person's sheet «Quedan 7 de 10». */
export function leftWords({ leftSessions, sessions }: Pick<SoldPackage, 'leftSessions' | 'sessions'>, to = ''): string {
  const verb = leftSessions === 1 ? 'queda' : 'quedan'
  return `${to}${to ? verb : verb.replace('q', 'Q')} ${leftSessions} de ${sessions}`
}

export const untilWords = ({ validUntil }: Pick<SoldPackage, 'validUntil'>): string =>
  `Vale hasta el ${dayWords(validUntil)}`

/** Why the end that the screen shows is not the last word. `to`: its buyer reads it. */
export function stoppedWords({ money }: Pick<SoldPackage, 'money'>, to: 'Te ' | ''): string {
  const stopped = `Por ahora no ${to ? 'puedes' : 'puede'} reservar en ${to ? 'este' : 'el'} centro, así que los días de este bono no corren: se le suma cada día que pase.`
  const isOnline = money?.payments.some(({ method }) => method === 'online') ?? false
  return to || !isOnline ? stopped : `${stopped} Mientras tanto, puede pedir que se le devuelva lo que queda.`
}

/** «La paga tu bono: te quedan 7 de 10», before the session is booked. */
export const paysWords = (sold: SoldPackage): string => `La paga tu bono: ${leftWords(sold, 'te ')}`

/** `day`: the local day of the appointment. */
export type Booking = { serviceId: string; day: string }

/** The packages that can pay for a booking, the one that ends first before the others. */
export function usablePackages(
  packages: readonly SoldPackage[] | undefined,
  { serviceId, day }: Booking,
): SoldPackage[] {
  return (packages ?? [])
    .filter(
      ({ serviceIds, leftSessions, validUntil }) =>
        leftSessions > 0 && serviceIds.includes(serviceId) && day <= validUntil,
    )
    .toSorted((a, b) => (a.validUntil < b.validUntil ? -1 : 1))
}
