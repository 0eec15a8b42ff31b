import type { User } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { client } from '#web/platform/session.ts'

const queryKey = ['auth', 'user']

/** The current account at the authentication service: its devices and its connected accounts. */
export function useAuthUser() {
  return useQuery({
    queryKey,
    queryFn: async (): Promise<User> => {
      const { data, error } = await (await client()).getUser()
      if (error) throw error
      return data.user
    },
    // Always refetched, because another tab or device may have changed it.
    staleTime: 0,
  })
}

/** For a change of the devices or of the connected accounts. */
export function useAuthUserChanged(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey })
}
