import { useQueryClient } from '@tanstack/react-query'

export const authUserKey = ['auth', 'user']

/** For a write that changes the devices or the connected accounts. */
export function useRefreshAuthUser(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: authUserKey })
}
