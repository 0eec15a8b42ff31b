import { useMutation } from '@tanstack/react-query'

import { client } from '#web/platform/session.ts'

import { useRefreshAuthUser } from './refresh-auth-user.ts'

/** Succeeds also if another session has already removed the device. */
export function useRemoveFactor() {
  const refresh = useRefreshAuthUser()
  return useMutation({
    mutationFn: async ({ factorId }: { factorId: string }) => {
      const auth = await client()
      const { error } = await auth.mfa.unenroll({ factorId })
      if (error && error.code !== 'mfa_factor_not_found') throw error
      // Without a device the session drops to one factor, and its token must state that.
      await auth.refreshSession()
    },
    onSuccess: refresh,
  })
}
