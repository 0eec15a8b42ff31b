import { useQuery } from '@tanstack/react-query'
import type { SoldPackage } from '#contract/packages.ts'
import { useApi } from '#web/platform/api.ts'
import { localMoment } from '#web/platform/local-days.ts'
import { useSession } from '#web/platform/session.ts'
import { type Booking, usablePackages } from './package-words.ts'

export type Held = { service: { id: string }; startsAt: string }

export const bookingOf = ({ service, startsAt }: Held): Booking => ({
  serviceId: service.id,
  day: localMoment(startsAt).date,
})

/** The signed-in patient's packages that can pay for a booking, the one that ends first before the others. */
export function useOwnPackages(booking: Booking | undefined): SoldPackage[] {
  const { queries } = useApi()
  const isSignedIn = useSession().status === 'signedIn'
  const own = useQuery({ ...queries.packages.mine.queryOptions(), enabled: isSignedIn && booking !== undefined })
  return booking ? usablePackages(own.data?.items, booking) : []
}

/**
 * The package that pays for a held time: until the patient chooses, the one that ends first, because it was paid before.
 * @returns its id; empty when none pays
 */
export function usePayingPackage(hold: Held | undefined, chosenId: string | undefined): string {
  const usable = useOwnPackages(hold && bookingOf(hold))
  if (chosenId === undefined) return usable[0]?.id ?? ''
  return usable.some(({ id }) => id === chosenId) ? chosenId : ''
}
