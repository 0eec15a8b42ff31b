import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'

import { client } from '#web/platform/session.ts'

import { authUserKey } from '../api/refresh-auth-user.ts'

/** The current account at the authentication service: its devices and its connected accounts. */
export function useAuthUser() {
  return useQuery({
    queryKey: authUserKey,
    queryFn: async (): Promise<User> => {
      const { data, error } = await (await client()).getUser()
      if (error) throw error
      return data.user
    },
    // Always refetched, because another tab or device may have changed it.
    staleTime: 0,
  })
}
