import type { User } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { client } from '#web/platform/session.ts'

const queryKey = ['auth', 'user']

/** The account as the authentication service knows it now: its devices and its connected accounts. */
export function useAuthUser() {
  return useQuery({
    queryKey,
    queryFn: async (): Promise<User> => {
      const { data, error } = await (await client()).getUser()
      if (error) throw error
      return data.user
    },
    // Opened after something changed elsewhere, it has to say so.
    staleTime: 0,
  })
}

/** After a device or a connected account has come or gone. */
export function useAuthUserChanged(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey })
}
