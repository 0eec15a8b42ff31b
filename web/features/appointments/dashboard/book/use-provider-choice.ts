import { useQuery } from '@tanstack/react-query'
import { bookingChoice } from '#web/features/appointments/booking-choice.ts'
import { useApi } from '#web/platform/api.ts'
import type { BookFilters } from './what-fields.tsx'

/** What the chosen centre or professional offers, as the booking page reads it; no `choice` before one is chosen and loaded. */
export function useProviderChoice({ provider, service, offer, place }: BookFilters) {
  const { queries } = useApi()
  const query = useQuery({
    ...queries.centers.get.queryOptions({ input: { centerId: provider?.centerId ?? '' } }),
    enabled: provider !== undefined,
  })
  const center = query.data
  if (!provider || !center) return { query, choice: undefined }
  const search = { place, ...(provider.professionalId && { professional: provider.professionalId }) }
  const { offers } = bookingChoice({ center, search, hold: undefined })
  // A kind of service that was chosen before the centre stays chosen where one offer is of it.
  const ofKind = offers.filter(({ serviceType }) => serviceType === service)
  const offerId = offer ?? (ofKind.length === 1 ? ofKind[0]?.id : undefined)
  const chosen = { ...search, ...(offerId !== undefined && { offer: offerId }) }
  return { query, choice: bookingChoice({ center, search: chosen, hold: undefined }) }
}
