import { useQuery } from '@tanstack/react-query'

import type { Appointment } from '#contract/appointments.ts'
import { useApi } from '#web/platform/api.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'

/** The confirm step of the booking that holds this time. If the hold ends first, the URL still names the service. */
export function holdHref({ id, center, service, place }: Appointment): string {
  return `/book/${center.id}?${new URLSearchParams({ offer: service.id, place, step: 'confirm', hold: id })}`
}

/**
 * Finds the confirm step of this visitor's held time, to which registering and signing in lead before any welcome page. A
 * failed request prevents neither.
 */
export function useCurrentHoldHref(): () => Promise<string | undefined> {
  const { api } = useApi()
  return async () => {
    try {
      const { appointment } = await api.appointments.currentHold()
      return appointment ? holdHref(appointment) : undefined
    } catch {
      return undefined
    }
  }
}

/** This visitor's held time, for a page that mentions it; undefined until it is known. */
export function useCurrentHold(): Appointment | undefined {
  const { queries } = useApi()
  const enabled = useHydrated()
  const query = useQuery({ ...queries.appointments.currentHold.queryOptions(), enabled, staleTime: 0 })
  return query.data?.appointment ?? undefined
}
