import { useQuery } from '@tanstack/react-query'
import type { Checkout } from '#contract/checkouts.ts'
import { useApi } from '#web/platform/api.ts'

const pollMs = 2000

export const isSettled = ({ status }: Pick<Checkout, 'status'>) => status !== 'created' && status !== 'pending'

/** Polls a checkout until it has ended. Does nothing without an id. */
export function useCheckoutResult(checkoutId: string | undefined) {
  const { queries } = useApi()
  return useQuery({
    ...queries.checkouts.get.queryOptions({ input: { checkoutId: checkoutId ?? '' } }),
    enabled: checkoutId !== undefined,
    refetchInterval: ({ state: { data } }) => (data && isSettled(data) ? false : pollMs),
  })
}
