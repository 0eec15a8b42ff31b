import type { UserIdentity } from '@supabase/auth-js'
import { useMutation } from '@tanstack/react-query'

import { client } from '#web/platform/session.ts'

import { useRefreshAuthUser } from './refresh-auth-user.ts'

/** Succeeds also if another session has already disconnected the account. */
export function useDisconnectIdentity() {
  const refresh = useRefreshAuthUser()
  return useMutation({
    mutationFn: async (identity: UserIdentity) => {
      const { error } = await (await client()).unlinkIdentity(identity)
      if (error && error.code !== 'identity_not_found') throw error
    },
    onSuccess: refresh,
  })
}
