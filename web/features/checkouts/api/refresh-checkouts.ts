import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'

/** Refetches the payments and the appointments that they pay. Not the price: a paid appointment has none any more. */
export function useRefreshCheckouts(): () => Promise<void> {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return async () => {
    const keys = [queries.checkouts.list.key(), queries.checkouts.get.key(), queries.appointments.key()]
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
}
