import { useQueryClient } from '@tanstack/react-query'

export const authUserKey = ['auth', 'user']

/** A write that changes the devices or the connected accounts uses it. */
export function useRefreshAuthUser(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: authUserKey })
}
